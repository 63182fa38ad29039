// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The folder of this process comes from /proc/self/cgroup; in a container that path may lie outside
// the mount, so the top of the mount is always asked too.
#include "harness/measure/cgroup.h"

#include <algorithm>
#include <string>
#include <vector>

#include "harness/base/text.h"
#include "harness/measure/kernel_file.h"

namespace gpuproof {
namespace {

namespace fs = std::filesystem;

// "0::/path" is v2; "4:cpu,cpuacct:/path" is v1.
std::string own_path(const fs::path& root, std::string_view controller) {
  const auto text = kernel_file(root / "proc/self/cgroup").value_or("");
  for (const auto line : lines(text)) {
    const auto parts = split(line, ':');
    if (parts.size() < 3) continue;
    const auto names = split(parts[1], ',');
    if (std::find(names.begin(), names.end(), controller) != names.end())
      return std::string(parts[2]);
  }
  return "/";
}

// From its own folder up to the mount.
std::vector<fs::path> folders(const fs::path& root, std::string_view controller) {
  fs::path mount = root / "sys/fs/cgroup";
  if (!controller.empty()) mount /= controller;
  std::vector<fs::path> all;
  for (fs::path own = fs::path(own_path(root, controller)).relative_path(); !own.empty();
       own = own.parent_path())
    all.push_back(mount / own);
  all.push_back(mount);
  return all;
}

template <class T, class Read>
std::optional<T> tightest(const std::vector<fs::path>& all, Read read) {
  std::optional<T> least;
  for (const auto& folder : all)
    if (const std::optional<T> one = read(folder)) least = std::min(least.value_or(*one), *one);
  return least;
}

// "200000 100000"; "max 100000" is no limit.
std::optional<double> quota_v2(const fs::path& folder) {
  const auto text = kernel_file(folder / "cpu.max").value_or("");
  const auto parts = words(text);
  if (parts.size() != 2) return std::nullopt;
  const auto quota = to_double(parts[0]), period = to_double(parts[1]);
  return quota && period && *period > 0 ? std::optional(*quota / *period) : std::nullopt;
}

// -1 is no limit.
std::optional<double> quota_v1(const fs::path& folder) {
  const auto quota = to_double(kernel_file(folder / "cpu.cfs_quota_us").value_or(""));
  const auto period = to_double(kernel_file(folder / "cpu.cfs_period_us").value_or(""));
  return quota && period && *quota > 0 && *period > 0 ? std::optional(*quota / *period)
                                                      : std::nullopt;
}

std::optional<Bytes> left(const fs::path& folder, const char* limit_file, const char* usage_file) {
  const auto limit = to_uint(kernel_file(folder / limit_file).value_or(""));
  const auto usage = to_uint(kernel_file(folder / usage_file).value_or(""));
  if (!limit || !usage) return std::nullopt;
  return *limit > *usage ? *limit - *usage : 0;
}

template <class T>
std::optional<T> tighter(std::optional<T> a, std::optional<T> b) {
  return a && b ? std::min(*a, *b) : a ? a : b;
}

}  // namespace

std::optional<double> cgroup_cpu_quota(const fs::path& root) {
  return tighter(tightest<double>(folders(root, ""), quota_v2),
                 tightest<double>(folders(root, "cpu"), quota_v1));
}

std::optional<Bytes> cgroup_memory_left(const fs::path& root) {
  const auto v2 = [](const fs::path& f) { return left(f, "memory.max", "memory.current"); };
  const auto v1 = [](const fs::path& f) {
    return left(f, "memory.limit_in_bytes", "memory.usage_in_bytes");
  };
  return tighter(tightest<Bytes>(folders(root, ""), v2),
                 tightest<Bytes>(folders(root, "memory"), v1));
}

}  // namespace gpuproof
