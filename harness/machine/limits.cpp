// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What this process may use: shared memory, locked memory, files, control groups, CPUs.
#include <algorithm>
#include <optional>

#include "harness/base/text.h"
#include "harness/machine/reader.h"

namespace gpuproof {
namespace {

constexpr const char* cgroup_root = "/sys/fs/cgroup";

// The path behind "0::" (v2), or behind a line that names the controller (v1).
std::string own_group(const Host& host, std::string_view controller) {
  const auto text = host.read("/proc/self/cgroup").value_or("");
  for (const auto line : lines(text)) {
    const auto parts = split(line, ':');
    if (parts.size() < 3) continue;
    const auto names = split(parts[1], ',');
    const bool ours = controller.empty()
                          ? parts[0] == "0" && parts[1].empty()
                          : std::find(names.begin(), names.end(), controller) != names.end();
    if (ours) return std::string(line.substr(parts[0].size() + parts[1].size() + 2));
  }
  return "/";
}

// The group and those above it, up to the root: each may limit. A container sees only a part of
// the tree under the path that /proc names, so the root is always asked.
std::vector<std::string> groups_up(const std::string& mount, std::string path) {
  std::vector<std::string> folders;
  while (path.size() > 1) {
    folders.push_back(mount + path);
    path.resize(path.rfind('/'));
  }
  folders.push_back(mount);
  return folders;
}

template <class T, class ReadOne>
Fact<T> smallest(const std::vector<std::string>& folders, ReadOne read_one) {
  Fact<T> least;
  for (const auto& folder : folders) {
    const Fact<T> limit = read_one(folder);
    if (limit.is_unreadable() && !least) least = limit;
    if (limit && (!least || *limit < *least)) least = limit;
  }
  return least;
}

Fact<std::uint64_t> memory_limit_v2(const Host& host, const std::string& folder) {
  const auto file = folder + "/memory.max";
  return fact_from<std::uint64_t>(
      host.read_line(file), [&](const std::string& line) -> Fact<std::uint64_t> {
        if (line == "max") return {};
        if (const auto bytes = to_uint(line)) return *bytes;
        return Fact<std::uint64_t>::unreadable(file + ": neither a number nor max");
      });
}

Fact<std::uint64_t> memory_limit_v1(const Host& host, const std::string& folder) {
  constexpr std::int64_t none = std::int64_t{1} << 62;  // the largest multiple of a page: no limit
  return fact_from<std::uint64_t>(
      host.read_int(folder + "/memory.limit_in_bytes"), [](std::int64_t bytes) {
        return bytes > 0 && bytes < none ? std::optional(static_cast<std::uint64_t>(bytes))
                                         : std::nullopt;
      });
}

// "max 100000" or "200000 100000": microseconds of CPU time per period.
Fact<double> cpu_limit_v2(const Host& host, const std::string& folder) {
  const auto file = folder + "/cpu.max";
  return fact_from<double>(host.read_line(file), [&](const std::string& line) -> Fact<double> {
    const auto parts = words(line);
    if (!parts.empty() && parts[0] == "max") return {};
    const auto quota = parts.size() == 2 ? to_double(parts[0]) : std::nullopt;
    const auto period = quota ? to_double(parts[1]) : std::nullopt;
    if (period && *period > 0) return *quota / *period;
    return Fact<double>::unreadable(file + ": not a quota and a period");
  });
}

Fact<double> cpu_limit_v1(const Host& host, const std::string& folder) {
  const auto quota = host.read_int(folder + "/cpu.cfs_quota_us");
  const auto period = host.read_int(folder + "/cpu.cfs_period_us");
  if (!quota || !period || *quota < 0 || *period <= 0) return {};
  return static_cast<double>(*quota) / static_cast<double>(*period);
}

void read_cgroup_v2(const Host& host, LimitsFacts& limits) {
  const auto folders = groups_up(cgroup_root, own_group(host, ""));
  limits.cgroup_memory_bytes =
      smallest<std::uint64_t>(folders, [&](auto& f) { return memory_limit_v2(host, f); });
  limits.cgroup_cpus = smallest<double>(folders, [&](auto& f) { return cpu_limit_v2(host, f); });
}

void read_cgroup_v1(const Host& host, LimitsFacts& limits) {
  const std::string root = cgroup_root;
  const auto cpu = host.exists(root + "/cpu,cpuacct") ? "/cpu,cpuacct" : "/cpu";
  limits.cgroup_memory_bytes =
      smallest<std::uint64_t>(groups_up(root + "/memory", own_group(host, "memory")),
                              [&](auto& f) { return memory_limit_v1(host, f); });
  limits.cgroup_cpus = smallest<double>(groups_up(root + cpu, own_group(host, "cpu")),
                                        [&](auto& f) { return cpu_limit_v1(host, f); });
}

void read_cgroup(const Host& host, LimitsFacts& limits) {
  const std::string root = cgroup_root;
  if (host.exists(root + "/cgroup.controllers")) {
    limits.cgroup_version = 2;
    read_cgroup_v2(host, limits);
  } else if (host.exists(root + "/memory") || host.exists(root + "/cpu")) {
    limits.cgroup_version = 1;
    read_cgroup_v1(host, limits);
  }
}

void read_limits(const Host& host, Snapshot& snapshot) {
  auto& limits = snapshot.limits;
  const auto shm = host.stat_fs("/dev/shm");
  limits.shm_total_bytes = fact_from<std::uint64_t>(shm, [](auto& s) { return s.total_bytes; });
  limits.shm_free_bytes = fact_from<std::uint64_t>(shm, [](auto& s) { return s.free_bytes; });
  limits.memlock_bytes = host.limit("memlock");
  limits.open_files = host.limit("nofile");
  limits.affinity = host.affinity();
  read_cgroup(host, limits);
}

const Register<Reader> registered{{.name = "limits", .read = read_limits}};

}  // namespace
}  // namespace gpuproof
