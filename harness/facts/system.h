// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Operating system, modules, limits, platform and desktop: what surrounds the hardware.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/base/codec.h"
#include "harness/facts/fact.h"

namespace gpuproof {

struct KernelFacts {
  Fact<std::string> release, version, command_line, newest_installed;
  Fact<std::vector<std::string>> installed;
  Fact<int> iommu_groups;
  Fact<std::string> iommu_default_domain;
  Fact<bool> secure_boot;
  Fact<std::string> lockdown;
  Fact<int> io_uring_disabled, perf_event_paranoid;
  Fact<std::string> clocksource;
  Fact<bool> clock_synchronised;
  Fact<double> clock_error_us;
  Fact<std::map<std::string, std::string>> sysctl;
};
template <class V>
void describe(V& v, KernelFacts& x) {
  v("release", x.release);
  v("version", x.version);
  v("command_line", x.command_line);
  v("newest_installed", x.newest_installed, "newest release under /lib/modules");
  v("installed", x.installed, "releases under /lib/modules");
  v("iommu_groups", x.iommu_groups, "0: no IOMMU in use");
  v("iommu_default_domain", x.iommu_default_domain, "DMA, DMA-FQ, identity: type of the groups");
  v("secure_boot", x.secure_boot);
  v("lockdown", x.lockdown);
  v("io_uring_disabled", x.io_uring_disabled);
  v("perf_event_paranoid", x.perf_event_paranoid);
  v("clocksource", x.clocksource);
  v("clock_synchronised", x.clock_synchronised, "adjtimex says so");
  v("clock_error_us", x.clock_error_us, "estimated error");
  v("sysctl", x.sysctl, "values in force that tuning guides name");
}

struct Module {
  std::string name;
  Fact<std::string> version;
};
template <class V>
void describe(V& v, Module& x) {
  v("name", x.name);
  v("version", x.version);
}

struct SoftwareFacts {
  Fact<std::string> os_id, os_version, os_pretty_name, os_support_end;
  Fact<std::vector<Module>> modules;  // loaded
  Fact<std::string> nvidia_module_version;       // loaded: /proc/driver/nvidia/version
  Fact<std::string> nvidia_module_flavour;       // open or proprietary
  Fact<std::string> nvidia_library_version;      // libnvidia-ml.so.X.Y.Z on the loader path
  Fact<std::vector<std::string>> nvidia_module_kernels;  // releases with nvidia.ko installed
  Fact<std::vector<std::string>> nvidia_device_nodes;    // /dev/nvidia*
  Fact<bool> dkms_nvidia, nouveau_blacklisted, persistenced_running, fabric_manager_running;
  Fact<std::string> fabric_manager_version;
  Fact<std::vector<std::string>> pending_upgrades;
  Fact<bool> reboot_required, unattended_upgrades;
};
template <class V>
void describe(V& v, SoftwareFacts& x) {
  v("os_id", x.os_id);
  v("os_version", x.os_version);
  v("os_pretty_name", x.os_pretty_name);
  v("os_support_end", x.os_support_end, "SUPPORT_END of os-release, YYYY-MM-DD");
  v("modules", x.modules, "loaded kernel modules that matter to GPUs, storage and RDMA");
  v("nvidia_module_version", x.nvidia_module_version);
  v("nvidia_module_flavour", x.nvidia_module_flavour, "open or proprietary");
  v("nvidia_library_version", x.nvidia_library_version);
  v("nvidia_module_kernels", x.nvidia_module_kernels);
  v("nvidia_device_nodes", x.nvidia_device_nodes);
  v("dkms_nvidia", x.dkms_nvidia);
  v("nouveau_blacklisted", x.nouveau_blacklisted);
  v("persistenced_running", x.persistenced_running);
  v("fabric_manager_running", x.fabric_manager_running);
  v.maybe("fabric_manager_version", x.fabric_manager_version);
  v("pending_upgrades", x.pending_upgrades, "packages with a newer version in the local lists");
  v("reboot_required", x.reboot_required);
  v("unattended_upgrades", x.unattended_upgrades);
}

struct LimitsFacts {
  Fact<std::uint64_t> shm_total_bytes, shm_free_bytes;
  Fact<std::uint64_t> memlock_bytes, open_files;  // ~0: unlimited
  Fact<std::uint64_t> cgroup_memory_bytes;
  Fact<double> cgroup_cpus;
  Fact<std::string> affinity;  // CPUs this process may use
  Fact<int> cgroup_version;
};
template <class V>
void describe(V& v, LimitsFacts& x) {
  v("shm_total_bytes", x.shm_total_bytes);
  v("shm_free_bytes", x.shm_free_bytes);
  v("memlock_bytes", x.memlock_bytes, "18446744073709551615: unlimited");
  v("open_files", x.open_files);
  v("cgroup_memory_bytes", x.cgroup_memory_bytes, "null: no limit");
  v("cgroup_cpus", x.cgroup_cpus, "quota / period; null: no limit");
  v("affinity", x.affinity, "CPUs this process may run on");
  v("cgroup_version", x.cgroup_version);
}

struct PlatformFacts {
  Fact<std::string> container;       // docker, podman, lxc, kubernetes, ...; null: none found
  Fact<std::string> hypervisor;      // kvm, vmware, hyper-v, xen, ...; null: bare metal
  Fact<bool> wsl;
  bool is_root = false;
  Fact<std::vector<std::string>> display_servers;
  Fact<std::string> default_target, auto_suspend;
  Fact<std::vector<std::string>> tuned_lost_on_reboot;
  Fact<std::string> power_profile;
};
template <class V>
void describe(V& v, PlatformFacts& x) {
  v("container", x.container, "null: none");
  v("hypervisor", x.hypervisor, "null: none");
  v("wsl", x.wsl);
  v("is_root", x.is_root);
  v("display_servers", x.display_servers, "running X or Wayland servers");
  v("default_target", x.default_target);
  v("auto_suspend", x.auto_suspend, "what may suspend this machine; null: nothing found");
  v("tuned_lost_on_reboot", x.tuned_lost_on_reboot,
    "values in force that no configuration file sets: name=value");
  v("power_profile", x.power_profile);
}

}  // namespace gpuproof
