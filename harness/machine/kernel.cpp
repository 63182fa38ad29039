// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The kernel: which one, how it was started, and what it allows.
#include <algorithm>
#include <array>
#include <set>

#include "harness/base/text.h"
#include "harness/machine/choice.h"
#include "harness/machine/kernel_release.h"
#include "harness/machine/reader.h"

namespace gpuproof {
namespace {

// Named by the tuning guides for GPU, storage and RDMA machines.
constexpr std::array<std::string_view, 48> tuned_names{"fs.aio-max-nr",
                                                       "fs.file-max",
                                                       "fs.inotify.max_user_instances",
                                                       "fs.inotify.max_user_watches",
                                                       "fs.nr_open",
                                                       "kernel.dmesg_restrict",
                                                       "kernel.hung_task_timeout_secs",
                                                       "kernel.nmi_watchdog",
                                                       "kernel.numa_balancing",
                                                       "kernel.panic",
                                                       "kernel.panic_on_oops",
                                                       "kernel.perf_event_paranoid",
                                                       "kernel.pid_max",
                                                       "kernel.sched_autogroup_enabled",
                                                       "kernel.shmall",
                                                       "kernel.shmmax",
                                                       "kernel.threads-max",
                                                       "kernel.timer_migration",
                                                       "kernel.unprivileged_userns_clone",
                                                       "kernel.watchdog",
                                                       "kernel.yama.ptrace_scope",
                                                       "net.core.default_qdisc",
                                                       "net.core.netdev_budget",
                                                       "net.core.netdev_max_backlog",
                                                       "net.core.optmem_max",
                                                       "net.core.rmem_default",
                                                       "net.core.rmem_max",
                                                       "net.core.somaxconn",
                                                       "net.core.wmem_default",
                                                       "net.core.wmem_max",
                                                       "net.ipv4.conf.all.arp_announce",
                                                       "net.ipv4.conf.all.arp_ignore",
                                                       "net.ipv4.tcp_congestion_control",
                                                       "net.ipv4.tcp_mtu_probing",
                                                       "net.ipv4.tcp_rmem",
                                                       "net.ipv4.tcp_sack",
                                                       "net.ipv4.tcp_timestamps",
                                                       "net.ipv4.tcp_wmem",
                                                       "vm.dirty_background_ratio",
                                                       "vm.dirty_ratio",
                                                       "vm.max_map_count",
                                                       "vm.min_free_kbytes",
                                                       "vm.nr_hugepages",
                                                       "vm.overcommit_memory",
                                                       "vm.stat_interval",
                                                       "vm.swappiness",
                                                       "vm.vfs_cache_pressure",
                                                       "vm.zone_reclaim_mode"};

Fact<std::map<std::string, std::string>> read_sysctl(const Host& host) {
  if (!host.exists("/proc/sys")) return {};
  std::map<std::string, std::string> values;
  for (const auto name : tuned_names) {
    auto path = "/proc/sys/" + std::string(name);
    std::replace(path.begin(), path.end(), '.', '/');
    const auto value = host.read_line(path);
    if (!value) continue;
    std::vector<std::string> parts;
    for (const auto word : words(*value)) parts.push_back(clean_text(word));
    values[std::string(name)] = join(parts, " ");
  }
  return values;
}

// Groups may differ; then each type is named once.
Fact<std::string> group_types(const Host& host, const std::vector<std::string>& groups) {
  std::set<std::string> types;
  for (const auto& group : groups)
    if (const auto type = host.read_line("/sys/kernel/iommu_groups/" + group + "/type"))
      types.insert(*type);
  if (types.empty()) return {};
  return join({types.begin(), types.end()}, ", ");
}

void read_iommu(const Host& host, KernelFacts& kernel) {
  const auto groups = host.list("/sys/kernel/iommu_groups");
  kernel.iommu_groups =
      fact_from<int>(groups, [](const auto& g) { return static_cast<int>(g.size()); });
  if (groups) kernel.iommu_default_domain = group_types(host, *groups);
}

// The variable is four bytes of attributes, then 0 or 1 (UEFI specification, 3.3).
Fact<bool> secure_boot(const Host& host) {
  const auto firmware = host.list("/sys/firmware");
  if (firmware.is_unreadable()) return Fact<bool>::unreadable(firmware.why());
  if (!firmware || firmware->empty())
    return Fact<bool>::unreadable("/sys/firmware is hidden, as in containers");
  if (!host.exists("/sys/firmware/efi")) return false;  // started by a BIOS: there is none
  const auto variable =
      host.read("/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c");
  if (variable.is_unreadable()) return Fact<bool>::unreadable(variable.why());
  if (!variable) return Fact<bool>::unreadable("the EFI variable SecureBoot is not visible");
  if (variable->size() != 5) return Fact<bool>::unreadable("SecureBoot has an unknown form");
  return (*variable)[4] == 1;
}

void read_kernel(const Host& host, Snapshot& snapshot) {
  auto& kernel = snapshot.kernel;
  kernel.release = host.uname_release();
  kernel.version = host.read_line("/proc/sys/kernel/version");
  kernel.command_line = fact_from<std::string>(host.read_line("/proc/cmdline"),
                                               [](const auto& line) { return clean_text(line); });
  kernel.installed = installed_releases(host);
  if (kernel.installed && !kernel.installed->empty())
    kernel.newest_installed = kernel.installed->back();
  read_iommu(host, kernel);
  kernel.secure_boot = secure_boot(host);
  kernel.lockdown = read_choice(host, "/sys/kernel/security/lockdown");
  kernel.io_uring_disabled = host.read_int32("/proc/sys/kernel/io_uring_disabled");
  kernel.perf_event_paranoid = host.read_int32("/proc/sys/kernel/perf_event_paranoid");
  kernel.clocksource =
      host.read_line("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  const auto sync = host.clock_sync();
  kernel.clock_synchronised = fact_from<bool>(sync, [](const auto& c) { return c.synchronised; });
  kernel.clock_error_us = fact_from<double>(sync, [](const auto& c) { return c.error_us; });
  kernel.sysctl = read_sysctl(host);
}

const Register<Reader> registered{{.name = "kernel", .read = read_kernel}};

}  // namespace
}  // namespace gpuproof
