// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The processors that this process may use: cores, packages, NUMA nodes, last-level caches.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/units.h"

namespace gpuproof {

struct CpuPlace {
  int cpu = 0;
  int package = 0, node = 0;
  std::string siblings;    // list of the hardware threads of its core
  std::string last_level;  // list of the CPUs that share its last-level cache; empty: unknown
  Bytes last_level_bytes = 0;
  friend bool operator==(const CpuPlace&, const CpuPlace&) = default;
};

struct CpuLayout {
  std::vector<CpuPlace> usable;  // online and in the affinity mask, by number
  int online = 0;                // of the machine
};

// The affinity mask of this process. Throws SystemError.
std::vector<int> affinity_cpus();
CpuLayout read_cpu_layout(const std::vector<int>& affinity,
                          const std::filesystem::path& root = "/");

// The first usable CPU of each core, by node, package and number: neighbours share a node.
std::vector<CpuPlace> one_per_core(const CpuLayout&);
// That many of them, taken in turn from each node, package and cache, in the order of `places`.
std::vector<CpuPlace> spread(const std::vector<CpuPlace>& places, std::size_t count);
// Sum over the distinct last-level caches; nullopt where one is unknown.
std::optional<Bytes> last_level_sum(const std::vector<CpuPlace>&);

}  // namespace gpuproof
