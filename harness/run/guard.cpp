// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/guard.h"

#include <fmt/core.h>

#include "harness/base/units.h"

namespace gpuproof {

std::string Guard::see(double t, const std::map<std::string, double>& values,
                       const std::map<std::string, double>& limits) {
  std::string danger;
  for (const auto& [name, limit] : limits) {
    const auto value = values.find(name);
    if (value == values.end() || !(value->second >= limit)) {
      since_.erase(name);
      continue;
    }
    const double since = since_.emplace(name, t).first->second;
    if (t - since >= patience_s)
      danger = fmt::format("{} stayed at {} for {} s, its limit is {}; look into cooling and power",
                           name, figure_text(value->second), figure_text(t - since),
                           figure_text(limit));
  }
  return danger;
}

}  // namespace gpuproof
