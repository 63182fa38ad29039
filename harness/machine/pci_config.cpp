// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Offsets and bits are those of the PCI Local Bus and PCI Express Base specifications, as in
// Linux's include/uapi/linux/pci_regs.h.
#include "harness/machine/pci_config.h"

#include <algorithm>
#include <array>

#include "harness/base/little_endian.h"

namespace gpuproof {
namespace {

constexpr std::size_t standard_size = 64, classic_size = 256;
constexpr std::uint8_t express_capability = 0x10;
constexpr std::uint16_t acs_capability = 0x000d, rebar_capability = 0x0015;

const char* const needs_root =
    "the configuration space behind 64 bytes was not readable; run as root";
const char* const no_extended = "the extended configuration space was not readable; run as root";
const char* const damaged = "the list of capabilities is damaged";
const char* const silent = "the device does not answer: its configuration space reads all ones";

// Offset of a capability: absent where the list ends without it.
Fact<std::size_t> find_capability(const LittleEndian& config, std::uint8_t wanted) {
  constexpr std::size_t status = 0x06, pointer = 0x34;
  constexpr int has_list = 1 << 4, most = 48;  // 48 dwords fit between 0x40 and 0xff
  if (config.size() < standard_size) return Fact<std::size_t>::unreadable(damaged);
  if (!(*config.u16(status) & has_list)) return {};
  std::size_t at = *config.u8(pointer) & 0xfcu;
  for (int n = 0; at != 0; ++n) {
    if (config.size() <= standard_size) return Fact<std::size_t>::unreadable(needs_root);
    const auto id = config.u8(at), next = config.u8(at + 1);
    if (at < standard_size || n >= most || !id || !next)
      return Fact<std::size_t>::unreadable(damaged);
    if (*id == wanted) return at;
    at = *next & 0xfcu;
  }
  return {};
}

Fact<std::size_t> find_extended(const LittleEndian& config, std::uint16_t wanted) {
  if (config.size() <= classic_size) return Fact<std::size_t>::unreadable(no_extended);
  constexpr int most = (4096 - 256) / 8;
  std::size_t at = classic_size;
  for (int n = 0; n < most; ++n) {
    const auto header = config.u32(at);
    if (!header) return Fact<std::size_t>::unreadable(damaged);
    if (*header == 0 || *header == 0xffffffff) return {};
    if ((*header & 0xffff) == wanted) return at;
    at = *header >> 20 & 0xffc;
    if (at == 0) return {};
    if (at < classic_size) break;
  }
  return Fact<std::size_t>::unreadable(damaged);
}

Fact<int> payload_bytes(std::optional<unsigned> code) {
  if (!code) return Fact<int>::unreadable(damaged);
  if (*code > 5) return Fact<int>::unreadable("a reserved code for the payload size");
  return 128 << *code;
}

Fact<std::string> aspm_of(const LittleEndian& config, std::size_t express) {
  constexpr std::array<const char*, 4> names{"disabled", "L0s", "L1", "L0s L1"};
  const auto flags = config.u16(express + 0x02), control = config.u16(express + 0x10);
  if (!flags || !control) return Fact<std::string>::unreadable(damaged);
  const int type = *flags >> 4 & 0xf;
  const bool inside_the_root = type == 0x9 || type == 0xa;  // integrated: no link at all
  return inside_the_root ? Fact<std::string>() : Fact<std::string>(names[*control & 3]);
}

void read_express(const LittleEndian& config, PciConfig& found) {
  const auto express = find_capability(config, express_capability);
  if (express.is_unreadable()) {
    found.max_payload = found.max_payload_supported = Fact<int>::unreadable(express.why());
    found.aspm = Fact<std::string>::unreadable(express.why());
  }
  if (!express) return;
  const auto capabilities = config.u32(*express + 0x04);
  const auto control = config.u16(*express + 0x08);
  found.max_payload_supported =
      payload_bytes(capabilities ? std::optional<unsigned>(*capabilities & 7) : std::nullopt);
  found.max_payload =
      payload_bytes(control ? std::optional<unsigned>(*control >> 5 & 7) : std::nullopt);
  found.aspm = aspm_of(config, *express);
}

// Source validation alone is harmless; request and completion redirect are not.
Fact<bool> acs_redirect(const LittleEndian& config) {
  constexpr int request_redirect = 1 << 2, completion_redirect = 1 << 3;
  return fact_from<bool>(find_extended(config, acs_capability), [&](std::size_t at) -> Fact<bool> {
    const auto control = config.u16(at + 0x06);
    if (!control) return Fact<bool>::unreadable(damaged);
    return (*control & (request_redirect | completion_redirect)) != 0;
  });
}

// Size 2^20 << n for bit n: 28 bits in the capability register, 16 more in the control register.
std::uint64_t largest_size(std::uint32_t capability, std::uint32_t control) {
  const std::uint64_t sizes = (capability >> 4) | std::uint64_t{control >> 16} << 28;
  std::uint64_t largest = 0;
  for (unsigned n = 0; n < 44; ++n)
    if (sizes >> n & 1) largest = std::uint64_t{1} << (20 + n);
  return largest;
}

Fact<std::uint64_t> rebar_of_bar1(const LittleEndian& config) {
  using Size = Fact<std::uint64_t>;
  return fact_from<std::uint64_t>(find_extended(config, rebar_capability), [&](std::size_t at) {
    const auto first = config.u32(at + 8);
    if (!first) return Size::unreadable(damaged);
    const unsigned bars = std::min(*first >> 5 & 7u, 6u);
    for (unsigned i = 0; i < bars; ++i) {
      const auto capability = config.u32(at + 4 + 8 * i), control = config.u32(at + 8 + 8 * i);
      if (!capability || !control) return Size::unreadable(damaged);
      if ((*control & 7) != 1) continue;
      const auto size = largest_size(*capability, *control);
      return size ? Size(size) : Size::unreadable(damaged);
    }
    return Size();
  });
}

PciConfig all_unreadable(const char* why) {
  return {.max_payload = Fact<int>::unreadable(why),
          .max_payload_supported = Fact<int>::unreadable(why),
          .aspm = Fact<std::string>::unreadable(why),
          .acs_redirect = Fact<bool>::unreadable(why),
          .rebar_max_bytes = Fact<std::uint64_t>::unreadable(why)};
}

}  // namespace

PciConfig parse_pci_config(std::string_view bytes) {
  const LittleEndian config(bytes);
  // All of the header: the ids of a healthy virtual function read ones too.
  const auto header = bytes.substr(0, standard_size);
  if (!header.empty() && header.find_first_not_of('\xff') == header.npos) {
    auto dead = all_unreadable(silent);
    dead.all_ones = true;
    return dead;
  }
  if (config.size() < standard_size) return all_unreadable(damaged);
  PciConfig found;
  read_express(config, found);
  const bool is_express = !found.max_payload.is_absent();
  if (is_express) {  // a conventional device has no extended space to look at
    found.acs_redirect = acs_redirect(config);
    found.rebar_max_bytes = rebar_of_bar1(config);
  }
  return found;
}

}  // namespace gpuproof
