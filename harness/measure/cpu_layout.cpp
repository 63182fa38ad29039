// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Reads /sys/devices/system/{cpu,node}. A virtual machine may lack parts: a CPU without topology
// is a core of its own, on node 0.
#include "harness/measure/cpu_layout.h"

#include <fmt/core.h>
#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <memory>
#include <tuple>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/measure/kernel_file.h"

namespace gpuproof {
namespace {

namespace fs = std::filesystem;

std::vector<int> list_of(const std::optional<std::string>& text) {
  return to_int_list(text.value_or("")).value_or(std::vector<int>{});
}

std::map<int, int> node_of_cpus(const fs::path& root) {
  std::map<int, int> nodes;
  const auto folder = root / "sys/devices/system/node";
  for (const auto& name : kernel_entries(folder, "node"))
    if (const auto number = to_int(std::string_view(name).substr(4)))
      for (const int cpu : list_of(kernel_file(folder / name / "cpulist")))
        nodes[cpu] = static_cast<int>(*number);
  return nodes;
}

// "105M", "32768K", "1G"
std::optional<Bytes> cache_bytes(const std::optional<std::string>& text) {
  return text ? parse_bytes(*text + "iB") : std::nullopt;
}

void read_last_level(CpuPlace& place, const fs::path& folder) {
  std::int64_t highest = 1;  // a first-level cache is no last level worth the name
  for (const auto& index : kernel_entries(folder / "cache", "index")) {
    const auto cache = folder / "cache" / index;
    const auto level = to_int(kernel_file(cache / "level").value_or(""));
    const auto bytes = cache_bytes(kernel_file(cache / "size"));
    if (!level || *level <= highest || !bytes) continue;
    highest = *level;
    place.last_level_bytes = *bytes;
    place.last_level = kernel_file(cache / "shared_cpu_list").value_or(std::to_string(place.cpu));
  }
}

CpuPlace read_place(int cpu, int node, const fs::path& root) {
  const auto folder = root / fmt::format("sys/devices/system/cpu/cpu{}", cpu);
  const auto topology = folder / "topology";
  CpuPlace place{.cpu = cpu, .node = node};
  const auto package = to_int(kernel_file(topology / "physical_package_id").value_or(""));
  place.package = static_cast<int>(package.value_or(0));
  place.siblings = kernel_file(topology / "thread_siblings_list").value_or(std::to_string(cpu));
  read_last_level(place, folder);
  return place;
}

auto order_of(const CpuPlace& p) { return std::tuple(p.node, p.package, p.cpu); }

}  // namespace

std::vector<int> affinity_cpus() {
  for (int limit = 1024; limit <= 1 << 20; limit *= 2) {
    const auto free_set = [](cpu_set_t* set) { CPU_FREE(set); };
    const std::unique_ptr<cpu_set_t, decltype(free_set)> set(CPU_ALLOC(limit), free_set);
    const auto bytes = CPU_ALLOC_SIZE(limit);
    if (::sched_getaffinity(0, bytes, set.get()) != 0) {
      if (errno == EINVAL) continue;  // the kernel's mask is wider than ours
      break;
    }
    std::vector<int> cpus;
    for (int cpu = 0; cpu < limit; ++cpu)
      if (CPU_ISSET_S(cpu, bytes, set.get())) cpus.push_back(cpu);
    return cpus;
  }
  throw SystemError("reading the CPU affinity of this process", errno);
}

CpuLayout read_cpu_layout(const std::vector<int>& affinity, const fs::path& root) {
  CpuLayout layout;
  const auto online = list_of(kernel_file(root / "sys/devices/system/cpu/online"));
  layout.online = static_cast<int>(online.empty() ? affinity.size() : online.size());
  const auto nodes = node_of_cpus(root);
  for (const int cpu : affinity) {
    if (!online.empty() && std::find(online.begin(), online.end(), cpu) == online.end()) continue;
    const auto node = nodes.find(cpu);
    layout.usable.push_back(read_place(cpu, node == nodes.end() ? 0 : node->second, root));
  }
  std::sort(layout.usable.begin(), layout.usable.end(),
            [](const auto& a, const auto& b) { return a.cpu < b.cpu; });
  return layout;
}

std::vector<CpuPlace> one_per_core(const CpuLayout& layout) {
  std::map<std::string, CpuPlace> cores;
  for (const auto& place : layout.usable) cores.emplace(place.siblings, place);
  std::vector<CpuPlace> first;
  for (const auto& [siblings, place] : cores) first.push_back(place);
  std::sort(first.begin(), first.end(),
            [](const auto& a, const auto& b) { return order_of(a) < order_of(b); });
  return first;
}

std::vector<CpuPlace> spread(const std::vector<CpuPlace>& places, std::size_t count) {
  // Rank within its node, package and cache: low ranks of all of them come first.
  std::map<std::tuple<int, int, std::string>, int> seen;
  std::vector<std::pair<int, CpuPlace>> ranked;
  for (const auto& place : places)
    ranked.emplace_back(seen[{place.node, place.package, place.last_level}]++, place);
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  ranked.resize(std::min(count, ranked.size()));
  std::vector<CpuPlace> chosen;
  for (const auto& [rank, place] : ranked) chosen.push_back(place);
  std::sort(chosen.begin(), chosen.end(),
            [](const auto& a, const auto& b) { return order_of(a) < order_of(b); });
  return chosen;
}

std::optional<Bytes> last_level_sum(const std::vector<CpuPlace>& places) {
  std::map<std::string, Bytes> caches;
  for (const auto& place : places) {
    if (place.last_level.empty()) return std::nullopt;
    caches[place.last_level] = place.last_level_bytes;
  }
  Bytes sum = 0;
  for (const auto& [cpus, bytes] : caches) sum += bytes;
  return caches.empty() ? std::nullopt : std::optional(sum);
}

}  // namespace gpuproof
