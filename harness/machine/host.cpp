// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/host.h"

#include <utility>

#include "harness/base/error.h"
#include "harness/base/text.h"

namespace gpuproof {
namespace {

template <class T, class Parse>
Fact<T> parsed_line(const Host& host, const std::string& path, Parse parse) {
  const auto line = host.read_line(path);
  if (line.is_unreadable()) return Fact<T>::unreadable(line.why());
  if (!line) return {};
  if (const std::optional<T> value = parse(*line)) return *value;
  return Fact<T>::unreadable(path + ": \"" + clean_text(line->substr(0, 40)) +
                             "\" is not a number");
}

}  // namespace

Fact<std::string> Host::read_line(const std::string& path) const {
  const auto text = read(path);
  if (!text) return text;
  return std::string(trim(std::string_view(*text).substr(0, text->find('\n'))));
}

Fact<std::int64_t> Host::read_int(const std::string& path) const {
  return parsed_line<std::int64_t>(*this, path, [](auto line) { return to_int(line); });
}

Fact<int> Host::read_int32(const std::string& path) const {
  return fact_from<int>(read_int(path), [&](std::int64_t wide) -> Fact<int> {
    if (std::in_range<int>(wide)) return static_cast<int>(wide);
    return Fact<int>::unreadable(path + ": " + std::to_string(wide) + " is out of range");
  });
}

Fact<std::uint64_t> Host::read_hex(const std::string& path) const {
  return parsed_line<std::uint64_t>(*this, path, [](auto line) { return to_uint(line, 16); });
}

std::unique_ptr<Host> make_host(const std::string& sysroot) {
  if (sysroot.empty()) return live_host();
  std::error_code error;
  if (std::filesystem::is_directory(sysroot, error) &&
      !std::filesystem::is_directory(sysroot + "/sys", error) &&
      !std::filesystem::is_directory(sysroot + "/proc", error))
    throw InputError("--sysroot " + sysroot,
                     "holds neither sys/ nor proc/, so it is no recorded machine; make one with "
                     "scripts/record-machine");
  return tree_host(sysroot);
}

}  // namespace gpuproof
