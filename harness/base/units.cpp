// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/base/units.h"

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <utility>

#include "harness/base/text.h"

namespace gpuproof {

std::string bytes_text(Bytes bytes) {
  constexpr std::array<std::string_view, 6> names{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1024 && unit + 1 < names.size()) value /= 1024, ++unit;
  return fmt::format("{:.4g} {}", value, names[unit]);
}

std::string figure_text(double value) {
  if (!std::isfinite(value)) return "no number";
  const double size = std::fabs(value);
  if (size >= 100) return fmt::format("{:.0f}", value);
  if (size >= 10) return fmt::format("{:.1f}", value);
  if (size >= 1) return fmt::format("{:.2f}", value);
  return fmt::format("{:.3g}", value);
}

std::optional<double> parse_duration(std::string_view text) {
  text = trim(text);
  double total = 0;
  bool any = false;
  while (!text.empty()) {
    const auto digits = std::min(text.find_first_not_of("0123456789."), text.size());
    const auto value = to_double(text.substr(0, digits));
    if (!value || *value < 0) return std::nullopt;
    text.remove_prefix(digits);
    const auto end = std::min(text.find_first_of("0123456789."), text.size());
    const auto unit = text.substr(0, end);
    text.remove_prefix(end);
    double factor = 0;
    if (unit == "s" || unit == "sec" || (unit.empty() && !any)) factor = 1;
    else if (unit == "ms") factor = 1e-3;
    else if (unit == "m" || unit == "min") factor = 60;
    else if (unit == "h") factor = 3600;
    else if (unit == "d") factor = 86400;
    else return std::nullopt;
    total += *value * factor;
    any = true;
  }
  if (!any || !(total > 0) || total > 366 * 86400.0) return std::nullopt;
  return total;
}

std::optional<Bytes> parse_bytes(std::string_view text) {
  text = trim(text);
  const auto digits = std::min(text.find_first_not_of("0123456789."), text.size());
  const auto value = to_double(text.substr(0, digits));
  const auto unit = trim(text.substr(digits));
  constexpr std::array<std::pair<std::string_view, double>, 10> units{{
      {"", 1}, {"B", 1}, {"KiB", 1024}, {"MiB", 1048576}, {"GiB", 1073741824},
      {"TiB", 1099511627776}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}}};
  for (const auto& [name, factor] : units)
    if (value && unit == name && *value * factor < 9e18) return static_cast<Bytes>(*value * factor);
  return std::nullopt;
}

}  // namespace gpuproof
