// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Counters of NVLinks, which a scenario gives by the number of the link.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace gpuproof::vgpu::nvml {

inline std::uint64_t link_count(const std::map<std::string, std::uint64_t>& by_link,
                                unsigned link) {
  const auto found = by_link.find(std::to_string(link));
  return found == by_link.end() ? 0 : found->second;
}

}  // namespace gpuproof::vgpu::nvml
