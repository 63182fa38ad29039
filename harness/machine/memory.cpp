// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Main memory: sizes, swap, paging policy and NUMA nodes.
#include <algorithm>
#include <utility>

#include "harness/machine/choice.h"
#include "harness/machine/keyed_lines.h"
#include "harness/machine/reader.h"

namespace gpuproof {
namespace {

using Natural = Fact<std::uint64_t>;

// "MemTotal:  24 kB"; `prefix` is "Node 0 " in the files of a node.
Natural kilobytes_of(const Fact<std::string>& meminfo, const std::string& name,
                     std::string_view prefix = "") {
  return fact_from<std::uint64_t>(meminfo, [&](const std::string& text) -> Natural {
    const auto value = value_of(text, std::string(prefix) + name);
    if (!value) return {};
    const auto parts = words(*value);
    const auto number = parts.empty() ? std::nullopt : to_uint(parts[0]);
    if (number && parts.size() == 2 && parts[1] == "kB") return *number * 1024;
    return Natural::unreadable(name + ": \"" + clean_text(*value) + "\" is not a size in kB");
  });
}

Fact<std::vector<int>> distances(const Host& host, const std::string& path) {
  using Distances = Fact<std::vector<int>>;
  return fact_from<std::vector<int>>(host.read_line(path), [&](const std::string& line) {
    std::vector<int> values;
    for (const auto word : words(line)) {
      const auto value = to_int(word);
      if (!value || !std::in_range<int>(*value))
        return Distances::unreadable(path + ": not a list of numbers");
      values.push_back(static_cast<int>(*value));
    }
    return Distances(values);
  });
}

Fact<std::vector<NumaNode>> read_nodes(const Host& host) {
  const std::string folder = "/sys/devices/system/node/";
  return fact_from<std::vector<NumaNode>>(
      host.list(folder), [&](const std::vector<std::string>& entries) {
        std::vector<NumaNode> nodes;
        for (const auto& entry : entries) {
          const auto id = starts_with(entry, "node") ? to_int(entry.substr(4)) : std::nullopt;
          if (!id || !std::in_range<int>(*id)) continue;
          const auto here = folder + entry + "/", prefix = "Node " + std::to_string(*id) + " ";
          const auto meminfo = host.read(here + "meminfo");
          nodes.push_back({.id = static_cast<int>(*id),
                           .cpus = host.read_line(here + "cpulist").value_or(""),
                           .total_bytes = kilobytes_of(meminfo, "MemTotal", prefix),
                           .free_bytes = kilobytes_of(meminfo, "MemFree", prefix),
                           .distances = distances(host, here + "distance")});
        }
        std::sort(nodes.begin(), nodes.end(), [](auto& a, auto& b) { return a.id < b.id; });
        return nodes;
      });
}

Natural counter_in(const Fact<std::string>& file, const char* name) {
  return fact_from<std::uint64_t>(file, [&](const auto& text) { return counter_of(text, name); });
}

void read_memory(const Host& host, Snapshot& snapshot) {
  auto& memory = snapshot.memory;
  const auto meminfo = host.read("/proc/meminfo");
  memory.total_bytes = kilobytes_of(meminfo, "MemTotal");
  memory.available_bytes = kilobytes_of(meminfo, "MemAvailable");
  memory.swap_total_bytes = kilobytes_of(meminfo, "SwapTotal");
  memory.swap_free_bytes = kilobytes_of(meminfo, "SwapFree");
  memory.hugepages_free = counter_in(meminfo, "HugePages_Free:");
  const auto vmstat = host.read("/proc/vmstat");
  memory.pswpin = counter_in(vmstat, "pswpin");
  memory.pswpout = counter_in(vmstat, "pswpout");
  memory.swappiness = host.read_int32("/proc/sys/vm/swappiness");
  memory.numa_balancing = host.read_int32("/proc/sys/kernel/numa_balancing");
  memory.zone_reclaim_mode = host.read_int32("/proc/sys/vm/zone_reclaim_mode");
  memory.thp_enabled = read_choice(host, "/sys/kernel/mm/transparent_hugepage/enabled");
  memory.thp_defrag = read_choice(host, "/sys/kernel/mm/transparent_hugepage/defrag");
  memory.nodes = read_nodes(host);
}

const Register<Reader> registered{{.name = "memory", .read = read_memory}};

}  // namespace
}  // namespace gpuproof
