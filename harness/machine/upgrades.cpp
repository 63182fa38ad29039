// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Pending upgrades of the packages that change how a GPU machine runs, from the package manager's
// own files: no program is started, no network asked.
#include <algorithm>
#include <array>

#include "harness/base/text.h"
#include "harness/machine/debian_packages.h"
#include "harness/machine/reader.h"

namespace gpuproof {
namespace {

bool is_wanted(std::string_view name) {
  constexpr std::array<std::string_view, 18> patterns{
      "nvidia-*",        "libnvidia-*",      "cuda-*",          "libnccl*",       "libcudnn*",
      "libcublas*",      "linux-image-*",    "linux-headers-*", "linux-generic*", "linux-firmware",
      "firmware-*",      "datacenter-gpu-*", "doca-*",          "mlnx-*",         "rdma-core",
      "intel-microcode", "amd64-microcode",  "xserver-xorg-*"};
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](auto pattern) { return glob_match(pattern, name); });
}

struct Lists {
  std::map<std::string, std::string> newest;
  int read = 0, skipped = 0;
};

Lists read_lists(const Host& host) {
  const std::string folder = "/var/lib/apt/lists/";
  Lists lists;
  for (const auto& name : host.list(folder).value_or({})) {
    if (!contains(name, "_Packages")) continue;
    const bool plain = name.substr(name.rfind('_')) == "_Packages";
    const auto text = plain ? host.read(folder + name) : Fact<std::string>();
    if (!text) {
      ++lists.skipped;
      continue;
    }
    ++lists.read;
    for (const auto& [package, version] : parse_packages(*text, is_wanted)) {
      auto& newest = lists.newest[package];
      if (newest.empty() || is_older_debian_version(newest, version)) newest = version;
    }
  }
  return lists;
}

// Ubuntu's notifier keeps a sentence: "12 updates can be applied immediately."
Fact<std::vector<std::string>> notifier_says(const Host& host) {
  const auto text = host.read("/var/lib/update-notifier/updates-available");
  if (!text) return {};
  for (const auto line : lines(*text)) {
    const auto count = first_number(line);
    if (!count) continue;
    if (*count == 0) return std::vector<std::string>{};
    return std::vector<std::string>{clean_text(trim(line))};
  }
  return {};
}

Fact<std::vector<std::string>> pending(const Host& host, const std::string& status) {
  const auto lists = read_lists(host);
  std::vector<std::string> upgrades;
  for (const auto& [name, installed] : parse_packages(status, is_wanted)) {
    const auto found = lists.newest.find(name);
    if (found != lists.newest.end() && is_older_debian_version(installed, found->second))
      upgrades.push_back(clean_text(name + " " + installed + " -> " + found->second));
  }
  if (!upgrades.empty() || (lists.read > 0 && lists.skipped == 0)) return upgrades;
  if (auto said = notifier_says(host)) return said;
  return Fact<std::vector<std::string>>::unreadable(
      lists.skipped > 0 ? "the package lists are packed or larger than 16 MiB"
                        : "there are no package lists; apt update makes them");
}

Fact<std::string> fabric_manager_version(const std::string& status) {
  const auto packages = parse_packages(
      status, [](std::string_view name) { return starts_with(name, "nvidia-fabricmanager"); });
  for (const auto& [name, version] : packages) {
    if (contains(name, "dev")) continue;
    const auto upstream = version.substr(0, version.rfind('-'));
    return upstream.substr(upstream.find(':') + 1);
  }
  return {};
}

void read_upgrades(const Host& host, Snapshot& snapshot) {
  const auto status = host.read("/var/lib/dpkg/status");
  snapshot.software.pending_upgrades = fact_from<std::vector<std::string>>(
      status, [&](const std::string& text) { return pending(host, text); });
  snapshot.software.fabric_manager_version = fact_from<std::string>(status, fabric_manager_version);
}

const Register<Reader> registered{{.name = "upgrades", .read = read_upgrades}};

}  // namespace
}  // namespace gpuproof
