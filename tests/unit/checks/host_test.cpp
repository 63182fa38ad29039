// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The host checks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/base/units.h"
#include "tests/unit/checks/healthy.h"

namespace gpuproof {
namespace {

using ::testing::HasSubstr;

Snapshot with_gpus(int count) {
  auto machine = healthy_machine();
  for (int i = 0; i < count; ++i)
    (*machine.pci.devices)
        .push_back({.address = "0000:8" + std::to_string(i) + ":00.0",
                    .vendor = nvidia_vendor,
                    .class_code = 0x030200,
                    .numa_node = 0});
  return machine;
}

Snapshot with_two_nodes() {
  auto machine = with_gpus(1);
  machine.memory.nodes =
      std::vector<NumaNode>{{.id = 0, .cpus = "0-15", .total_bytes = 128 * GiB},
                            {.id = 1, .cpus = "16-31", .total_bytes = 128 * GiB}};
  return machine;
}

void move_gpu(Snapshot& machine, int node) { (*machine.pci.devices).back().numa_node = node; }

TEST(HostNumaBinding, passes_on_one_node_whatever_the_firmware_says) {
  auto machine = with_gpus(1);
  move_gpu(machine, -1);
  EXPECT_EQ(item_with("host/numa_binding", machine, "gpu", "0").outcome, Outcome::pass);
}

TEST(HostNumaBinding, does_not_guess_a_node) {
  auto machine = with_two_nodes();
  move_gpu(machine, -1);
  EXPECT_EQ(item_with("host/numa_binding", machine, "gpu", "0").skip, SkipKind::not_observable);
  move_gpu(machine, 7);
  EXPECT_EQ(item_with("host/numa_binding", machine, "gpu", "0").skip, SkipKind::not_observable);
}

TEST(HostNumaBinding, warns_of_a_node_without_memory) {
  auto machine = with_two_nodes();
  move_gpu(machine, 1);
  EXPECT_EQ(item_with("host/numa_binding", machine, "gpu", "0").outcome, Outcome::pass);
  (*machine.memory.nodes)[1].total_bytes = 0;
  const auto item = item_with("host/numa_binding", machine, "gpu", "0");
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_THAT(item.remedy, HasSubstr("memory modules"));
}

TEST(HostNumaBinding, warns_where_we_may_not_run_near_the_part) {
  auto machine = with_two_nodes();
  move_gpu(machine, 1);
  machine.limits.affinity = "0-7";
  EXPECT_EQ(item_with("host/numa_binding", machine, "gpu", "0").outcome, Outcome::warn);
}

TEST(HostIommu, warns_of_translation_between_several_gpus) {
  auto machine = with_gpus(2);
  machine.kernel.command_line = "quiet";
  EXPECT_EQ(item_of("host/iommu", machine).outcome, Outcome::pass);
  machine.kernel.iommu_default_domain = "DMA-FQ";
  EXPECT_EQ(item_of("host/iommu", machine).outcome, Outcome::warn);
  machine.platform.hypervisor = "kvm";
  EXPECT_EQ(item_of("host/iommu", machine).outcome, Outcome::pass);
}

TEST(HostIommu, sees_that_an_option_is_not_in_effect) {
  auto machine = healthy_machine();
  machine.kernel.iommu_default_domain = "DMA";
  const auto item = item_of("host/iommu", machine);
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_THAT(item.cause, HasSubstr("not in effect"));
}

TEST(HostIommu, falls_back_on_the_command_line) {
  auto machine = healthy_machine();
  machine.kernel.iommu_default_domain = {};
  EXPECT_EQ(item_of("host/iommu", machine).observed, "passthrough");
  machine.kernel.command_line = "quiet";
  EXPECT_EQ(item_of("host/iommu", machine).skip, SkipKind::not_observable);
  machine.kernel.iommu_groups = 0;
  EXPECT_EQ(item_of("host/iommu", machine).observed, "off");
}

TEST(HostVirtualisation, lists_what_a_guest_does_not_see) {
  auto machine = healthy_machine();
  machine.platform.hypervisor = "kvm";
  machine.smbios = {}, machine.memory.edac = {};
  const auto item = item_of("host/virtualisation", machine);
  EXPECT_EQ(item.skip, SkipKind::not_observable);
  EXPECT_THAT(item.finding, HasSubstr("slots and memory modules; memory error counters"));
}

TEST(HostClockSync, warns_of_a_clock_nobody_keeps) {
  auto machine = healthy_machine();
  machine.kernel.clock_error_us = 357e6;
  EXPECT_EQ(item_of("host/clock_sync", machine).outcome, Outcome::warn);
  machine.kernel.clock_synchronised = false;
  EXPECT_EQ(item_of("host/clock_sync", machine).outcome, Outcome::warn);
}

TEST(HostClocksource, warns_of_a_slow_one) {
  auto machine = healthy_machine();
  for (const auto* good : {"tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter"}) {
    machine.kernel.clocksource = good;
    EXPECT_EQ(item_of("host/clocksource", machine).outcome, Outcome::pass) << good;
  }
  machine.kernel.clocksource = "hpet";
  EXPECT_EQ(item_of("host/clocksource", machine).outcome, Outcome::warn);
}

TEST(HostAffinity, warns_of_a_set_smaller_than_the_machine) {
  auto machine = healthy_machine();
  machine.limits.affinity = "0-3,8";
  const auto item = item_of("host/affinity", machine);
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_EQ(item.observed, "5 of 32");
  machine.limits.affinity = "0-";
  EXPECT_EQ(item_of("host/affinity", machine).skip, SkipKind::not_observable);
}

TEST(HostLimitsShm, fails_where_several_gpus_share_too_little) {
  auto machine = with_gpus(2);
  machine.limits.shm_total_bytes = 64 * MiB, machine.limits.shm_free_bytes = 3 * MiB;
  machine.platform.container = "docker";
  const auto item = item_of("host/limits_shm", machine);
  EXPECT_EQ(item.outcome, Outcome::fail);
  EXPECT_THAT(item.remedy, HasSubstr("--shm-size"));
  // The host's driver is loaded and the container has none of its device files.
  machine.software.modules = std::vector<Module>{{.name = "nvidia", .version = "570.86.15"}};
  machine.software.nvidia_module_version = "570.86.15";
  EXPECT_EQ(item_of("host/limits_shm", machine).outcome, Outcome::warn);
  machine = healthy_machine();
  machine.limits.shm_total_bytes = 64 * MiB, machine.limits.shm_free_bytes = 64 * MiB;
  EXPECT_EQ(item_of("host/limits_shm", machine).outcome, Outcome::warn);
}

TEST(HostLimitsMemlock, asks_for_more_where_there_is_rdma) {
  auto machine = healthy_machine();
  machine.limits.memlock_bytes = 8 * MiB;
  EXPECT_EQ(item_of("host/limits_memlock", machine).outcome, Outcome::pass);
  machine.network.rdma = std::vector<RdmaPort>{{.device = "mlx5_0"}};
  EXPECT_EQ(item_of("host/limits_memlock", machine).outcome, Outcome::warn);
}

TEST(HostLimitsFiles, asks_for_more_with_several_gpus) {
  auto machine = with_gpus(8);
  machine.limits.open_files = 1024;
  EXPECT_EQ(item_of("host/limits_files", machine).outcome, Outcome::warn);
  machine = healthy_machine();
  machine.limits.open_files = 1024;
  EXPECT_EQ(item_of("host/limits_files", machine).outcome, Outcome::pass);
}

TEST(HostCgroup, warns_of_a_quota) {
  auto machine = healthy_machine();
  machine.limits.cgroup_cpus = 4.0;
  machine.limits.cgroup_memory_bytes = 16 * GiB;
  const auto item = item_of("host/cgroup", machine);
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_THAT(item.observed, HasSubstr("4.0 of 32 processors, 16"));
}

TEST(HostRoot, lists_what_was_refused_in_words) {
  auto machine = healthy_machine();
  machine.platform.is_root = false;
  EXPECT_EQ(item_of("host/root", machine).outcome, Outcome::pass);
  (*machine.storage.devices)[0].smart = Fact<NvmeSmart>::unreadable("Operation not permitted");
  machine.kernel_log = Fact<KernelLog>::unreadable("/dev/kmsg: Permission denied");
  machine.cpu.boost = Fact<bool>::unreadable("I/O error");
  const auto item = item_of("host/root", machine);
  EXPECT_EQ(item.skip, SkipKind::not_observable);
  EXPECT_EQ(item.observed, "refused: health of the drives; kernel log");
  EXPECT_THAT(item.evidence, ::testing::ElementsAre("kernel_log", "storage.devices.smart"));
}

TEST(HostTunedValues, warns_of_what_a_restart_loses) {
  auto machine = healthy_machine();
  machine.platform.tuned_lost_on_reboot = std::vector<std::string>{"vm.swappiness=10"};
  EXPECT_THAT(item_of("host/tuned_values", machine).finding, HasSubstr("vm.swappiness=10"));
}

TEST(HostDesktop, matters_on_a_machine_with_gpus) {
  auto machine = with_gpus(1);
  machine.platform.display_servers = std::vector<std::string>{"Xorg"};
  EXPECT_EQ(item_of("host/display_server", machine).outcome, Outcome::warn);
  machine.platform.auto_suspend = "GNOME suspends after 15 minutes";
  EXPECT_EQ(item_of("host/auto_suspend", machine).outcome, Outcome::warn);
}

TEST(HostContainer, is_told) {
  auto machine = healthy_machine();
  machine.platform.container = "docker";
  EXPECT_THAT(item_of("host/container", machine).finding, HasSubstr("docker"));
}

}  // namespace
}  // namespace gpuproof
