// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/pci_link.h"

#include "harness/base/text.h"

namespace gpuproof {

Fact<double> parse_link_speed(const std::string& text) {
  const auto parts = words(text);
  const auto value = parts.empty() ? std::nullopt : to_double(parts[0]);
  // Old buses give "66 MHz PCI-X" here.
  if (value && *value > 0 && parts.size() >= 2 && parts[1] == "GT/s") return *value;
  return Fact<double>::unreadable("link speed \"" + clean_text(text) +
                                  "\": the link is down or the device does not answer");
}

Fact<int> parse_link_width(const std::string& text) {
  const auto lanes = to_int(text);
  if (lanes && *lanes >= 0 && *lanes <= 32) return static_cast<int>(*lanes);
  return Fact<int>::unreadable("link width \"" + clean_text(text) +
                               "\": the device does not answer");
}

void read_link(const Host& host, const std::string& folder, PciDevice& device) {
  const auto speed = [&](const char* name) {
    return fact_from<double>(host.read_line(folder + name), parse_link_speed);
  };
  const auto width = [&](const char* name) {
    return fact_from<int>(host.read_line(folder + name), parse_link_width);
  };
  device.speed_gts = speed("current_link_speed");
  device.max_speed_gts = speed("max_link_speed");
  device.width = width("current_link_width");
  device.max_width = width("max_link_width");
  if (device.width.is(0) && host.exists(folder + "physfn")) {
    const std::string why = "a virtual function has no link of its own";
    device.width = device.max_width = Fact<int>::unreadable(why);
    device.speed_gts = device.max_speed_gts = Fact<double>::unreadable(why);
  }
}

Fact<std::uint64_t> bar_bytes(const Host& host, const std::string& folder, int bar) {
  using Size = Fact<std::uint64_t>;
  constexpr std::uint64_t is_memory = 0x200, is_unset = 0x20000000;  // IORESOURCE_MEM, _UNSET
  return fact_from<std::uint64_t>(host.read(folder + "resource"), [&](const std::string& text) {
    const auto rows = lines(text);
    if (rows.size() <= static_cast<std::size_t>(bar)) return Size();
    const auto parts = words(rows[static_cast<std::size_t>(bar)]);
    if (parts.size() != 3) return Size::unreadable(folder + "resource: not three numbers a line");
    const auto start = to_uint(parts[0], 16), end = to_uint(parts[1], 16),
               flags = to_uint(parts[2], 16);
    if (!start || !end || !flags || *end < *start)
      return Size::unreadable(folder + "resource: not an address range");
    if (!(*flags & is_memory)) return Size();
    return *flags & is_unset ? Size(0) : Size(*end - *start + 1);
  });
}

}  // namespace gpuproof
