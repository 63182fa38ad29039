// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Logical CPUs with package, core, node and clock policy; caches, each shared one once.
#include <map>
#include <set>
#include <tuple>

#include "harness/base/text.h"
#include "harness/machine/reader.h"

namespace gpuproof {
namespace {

const std::string cpu_folder = "/sys/devices/system/cpu/";
const std::string node_folder = "/sys/devices/system/node/";

// Online CPUs; where sysfs does not list them, those of /proc/cpuinfo.
Fact<std::vector<int>> online_cpus(const Host& host) {
  const auto list = host.read_line(cpu_folder + "online");
  if (list) {
    if (const auto ids = to_int_list(*list); ids && !ids->empty()) return *ids;
    return Fact<std::vector<int>>::unreadable(cpu_folder + "online: not a list of CPUs");
  }
  return fact_from<std::vector<int>>(
      host.read("/proc/cpuinfo"), [](const std::string& text) -> std::optional<std::vector<int>> {
        std::vector<int> ids;
        for (const auto line : lines(text)) {
          const auto colon = line.find(':');
          if (colon == line.npos || trim(line.substr(0, colon)) != "processor") continue;
          if (const auto id = to_int(line.substr(colon + 1))) ids.push_back(static_cast<int>(*id));
        }
        return ids.empty() ? std::nullopt : std::optional(ids);
      });
}

std::map<int, int> nodes_of_cpus(const Host& host) {
  std::map<int, int> nodes;
  for (const auto& entry : host.list(node_folder).value_or({})) {
    const auto id = starts_with(entry, "node") ? to_int(entry.substr(4)) : std::nullopt;
    const auto list = id ? host.read_line(node_folder + entry + "/cpulist") : Fact<std::string>();
    if (!list) continue;
    for (const int cpu : to_int_list(*list).value_or(std::vector<int>{}))
      nodes[cpu] = static_cast<int>(*id);
  }
  return nodes;
}

LogicalCpu read_logical(const Host& host, int id, const std::map<int, int>& nodes) {
  const auto folder = cpu_folder + "cpu" + std::to_string(id) + "/";
  LogicalCpu cpu{.id = id};
  cpu.package = host.read_int32(folder + "topology/physical_package_id");
  cpu.core = host.read_int32(folder + "topology/core_id");
  if (const auto node = nodes.find(id); node != nodes.end()) cpu.numa_node = node->second;
  cpu.max_mhz = fact_from<double>(host.read_int(folder + "cpufreq/cpuinfo_max_freq"),
                                  [](std::int64_t khz) { return double(khz) / 1000; });
  cpu.governor = host.read_line(folder + "cpufreq/scaling_governor");
  return cpu;
}

// Distinct texts of one topology file over all CPUs. core_id alone repeats in every package, and
// on some kernels in every die; the list of siblings does not.
Fact<int> count_distinct(const Host& host, const std::vector<int>& ids,
                         std::initializer_list<const char*> names) {
  std::set<std::string> seen;
  for (const int id : ids) {
    Fact<std::string> text;
    for (const auto* name : names) {
      text = host.read_line(cpu_folder + "cpu" + std::to_string(id) + "/topology/" + name);
      if (!text.is_absent()) break;
    }
    if (text.is_unreadable()) return Fact<int>::unreadable(text.why());
    if (!text) return {};
    seen.insert(*text);
  }
  return static_cast<int>(seen.size());
}

std::optional<std::uint64_t> cache_bytes(std::string_view text) {  // "32K"
  const auto end = text.find_first_not_of("0123456789");
  const auto value = to_uint(text.substr(0, end));
  const auto unit = end == text.npos ? std::string_view() : trim(text.substr(end));
  if (!value || *value == 0) return std::nullopt;
  if (unit.empty()) return value;
  if (unit == "K") return *value * 1024;
  if (unit == "M") return *value * 1024 * 1024;
  return std::nullopt;
}

std::optional<Cache> read_cache(const Host& host, const std::string& folder,
                                const std::string& shared) {
  const auto level = host.read_int(folder + "level");
  const auto type = host.read_line(folder + "type");
  const auto size = host.read_line(folder + "size");
  const auto bytes = size ? cache_bytes(*size) : std::nullopt;
  if (!level || !type || !bytes)
    return std::nullopt;  // a size that is not told is not a cache of 0
  return Cache{static_cast<int>(*level), *type, *bytes, shared};
}

Fact<std::vector<Cache>> read_caches(const Host& host, const std::vector<int>& ids) {
  std::vector<Cache> caches;
  std::set<std::pair<std::string, std::string>> seen;  // index, CPUs that share it
  for (const int id : ids) {
    const auto folder = cpu_folder + "cpu" + std::to_string(id) + "/cache/";
    for (const auto& index : host.list(folder).value_or({})) {
      if (!starts_with(index, "index")) continue;
      const auto shared = host.read_line(folder + index + "/shared_cpu_list");
      if (!shared || !seen.emplace(index, *shared).second) continue;
      if (auto cache = read_cache(host, folder + index + "/", *shared)) caches.push_back(*cache);
    }
  }
  if (caches.empty()) return {};
  return caches;
}

void read_topology(const Host& host, Snapshot& snapshot) {
  auto& cpu = snapshot.cpu;
  const auto ids = online_cpus(host);
  if (!ids) {
    if (ids.is_unreadable()) cpu.cpus = Fact<std::vector<LogicalCpu>>::unreadable(ids.why());
    return;
  }
  const auto nodes = nodes_of_cpus(host);
  std::vector<LogicalCpu> logical;
  for (const int id : *ids) logical.push_back(read_logical(host, id, nodes));
  cpu.cpus = std::move(logical);
  cpu.packages = count_distinct(host, *ids, {"physical_package_id"});
  cpu.cores = count_distinct(host, *ids, {"core_cpus_list", "thread_siblings_list"});
  cpu.caches = read_caches(host, *ids);
}

const Register<Reader> registered{{.name = "cpu_topology", .read = read_topology}};

}  // namespace
}  // namespace gpuproof
