// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/vgpu/driver/visible_devices.h"

#include <algorithm>
#include <numeric>

#include "harness/base/text.h"

namespace gpuproof::vgpu::driver {
namespace {

std::optional<std::size_t> place_of(std::string_view name, const std::vector<std::string>& uuids) {
  if (const auto number = to_uint(name))
    return *number < uuids.size() ? std::optional<std::size_t>(*number) : std::nullopt;
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < uuids.size(); ++i) {
    if (name.empty() || !starts_with(uuids[i], name)) continue;
    if (found) return std::nullopt;  // the beginning of several
    found = i;
  }
  return found;
}

}  // namespace

std::vector<std::size_t> visible_devices(const std::optional<std::string>& variable,
                                         const std::vector<std::string>& uuids) {
  std::vector<std::size_t> places;
  if (!variable) {
    places.resize(uuids.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    return places;
  }
  for (const auto name : split(*variable, ',')) {
    const auto place = place_of(trim(name), uuids);
    if (!place || std::find(places.begin(), places.end(), *place) != places.end()) break;
    places.push_back(*place);
  }
  return places;
}

}  // namespace gpuproof::vgpu::driver
