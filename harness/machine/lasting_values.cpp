// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/lasting_values.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "harness/base/text.h"
#include "harness/machine/choice.h"
#include "harness/machine/config_files.h"

namespace gpuproof {
namespace {

// Everything that sets values at start: sysctl, boot parameters, udev, tmpfiles, units, scripts.
std::string start_configuration(const Host& host) {
  return config_text(host, {"/etc/sysctl.conf",
                            "/etc/sysctl.d",
                            "/run/sysctl.d",
                            "/usr/lib/sysctl.d",
                            "/usr/local/lib/sysctl.d",
                            "/lib/sysctl.d",
                            "/etc/default/grub",
                            "/etc/default/grub.d",
                            "/etc/kernel/cmdline",
                            "/etc/udev/rules.d",
                            "/etc/tmpfiles.d",
                            "/etc/systemd/system",
                            "/etc/rc.local",
                            "/etc/rc.d/rc.local",
                            "/etc/sysfs.conf",
                            "/etc/sysfs.d",
                            "/etc/default/cpufrequtils",
                            "/etc/default/cpupower",
                            "/etc/default/tuned",
                            "/etc/modprobe.d",
                            "/proc/cmdline"});
}

// These set many values by profiles of their own.
bool is_tuned_by_daemon(const Host& host) {
  const auto profile = host.read_line("/etc/tuned/active_profile");
  return profile && !profile->empty();
}

// How this kernel was built; absent where the distribution does not install it.
Fact<std::string> kernel_config(const Host& host) {
  const auto release = host.uname_release();
  return release ? host.read("/boot/config-" + *release) : Fact<std::string>();
}

std::optional<std::string> built_in_choice(const Fact<std::string>& config, std::string_view prefix,
                                           const std::vector<std::string>& choices) {
  if (!config) return std::nullopt;
  for (const auto& choice : choices) {
    auto name = std::string(prefix) + choice;
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    if (contains(*config, "\n" + name + "=y")) return choice;
  }
  return std::nullopt;
}

class Search {
 public:
  explicit Search(const Host& host) : host_(host), text_(start_configuration(host)) {}

  // A value of /proc/sys that the kernel starts with `initial`.
  void sysctl(const std::string& name, std::int64_t initial) {
    auto path = "/proc/sys/" + name;
    std::replace(path.begin() + 10, path.end(), '.', '/');
    const auto value = host_.read_int(path);
    const auto leaf = name.substr(name.rfind('.') + 1);
    if (value && *value != initial && !is_mentioned({leaf}))
      found_.push_back(name + "=" + std::to_string(*value));
  }

  void choice(const std::string& name, const Fact<std::string>& value,
              const std::optional<std::string>& initial, const std::vector<std::string>& mentions) {
    if (value && initial && *value != *initial && !is_mentioned(mentions))
      found_.push_back(name + "=" + clean_text(*value));
  }

  std::vector<std::string> take() { return std::move(found_); }

 private:
  bool is_mentioned(const std::vector<std::string>& words) const {
    return std::any_of(words.begin(), words.end(),
                       [&](const auto& w) { return contains(text_, w); });
  }

  const Host& host_;
  std::string text_;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> values_lost_on_reboot(const Host& host) {
  if (is_tuned_by_daemon(host)) return {};
  Search search(host);
  search.sysctl("vm.swappiness", 60);
  search.sysctl("vm.zone_reclaim_mode", 0);
  search.sysctl("vm.overcommit_memory", 0);
  // With one node the kernel leaves it off by itself.
  if (host.exists("/sys/devices/system/node/node1")) search.sysctl("kernel.numa_balancing", 1);
  const auto config = kernel_config(host);
  search.choice(
      "transparent_hugepage", read_choice(host, "/sys/kernel/mm/transparent_hugepage/enabled"),
      built_in_choice(config, "CONFIG_TRANSPARENT_HUGEPAGE_", {"always", "madvise", "never"}),
      {"transparent_hugepage"});
  search.choice("governor", host.read_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
                built_in_choice(config, "CONFIG_CPU_FREQ_DEFAULT_GOV_",
                                {"performance", "powersave", "userspace", "ondemand",
                                 "conservative", "schedutil"}),
                {"scaling_governor", "cpupower", "cpufreq", "GOVERNOR", "power-profiles-daemon",
                 "intel_pstate", "amd_pstate"});
  return search.take();
}

}  // namespace gpuproof
