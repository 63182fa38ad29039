// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "harness/machine/container.h"
#include "harness/machine/lasting_values.h"
#include "tests/unit/machine/test_tree.h"

namespace gpuproof {
namespace {

std::string container_of(const std::string& path, const std::string& text) {
  TestTree tree;
  tree.file(path, text);
  return find_container(*tree.host()).value_or("none");
}

TEST(Container, is_found_by_each_of_its_traces) {
  EXPECT_EQ(container_of("/.dockerenv", ""), "docker");
  EXPECT_EQ(container_of("/run/.containerenv", "engine=\"podman-4\"\n"), "podman");
  EXPECT_EQ(container_of("/run/systemd/container", "lxc\n"), "lxc");
  EXPECT_EQ(container_of("/proc/1/environ", std::string("PATH=/bin\0container=podman\0", 26)),
            "podman");
  EXPECT_EQ(container_of("/proc/1/cgroup", "5:cpu:/docker/0123\n"), "docker");
  EXPECT_EQ(container_of("/proc/self/cgroup", "0::/kubepods.slice/pod1\n"), "kubernetes");
  EXPECT_EQ(container_of("/.singularity.d/env", ""), "apptainer");
}

TEST(Container, marker_of_an_image_in_a_virtual_machine_is_none) {
  TestTree tree;
  tree.file("/.dockerenv", "")
      .file("/proc/2/comm", "kthreadd\n")
      .file("/proc/self/mountinfo", "27 1 254:0 / / rw - ext4 /dev/vda rw\n");
  EXPECT_TRUE(find_container(*tree.host()).is_absent());
  tree.file("/proc/self/mountinfo", "27 1 0:50 / / rw - overlay overlay rw\n");
  EXPECT_TRUE(find_container(*tree.host()).is("docker")) << "a container may share the processes";
}

TEST(Container, a_machine_with_services_is_none) {
  EXPECT_EQ(container_of("/proc/1/cgroup", "0::/init.scope\n"), "none");
  EXPECT_EQ(container_of("/proc/self/cgroup", "0::/system.slice/docker.service\n"), "none");
  EXPECT_EQ(container_of("/proc/1/environ", std::string("container=\0HOME=/\0", 18)), "none");
}

TEST(Hypervisor, is_named_by_its_signature) {
  EXPECT_TRUE(hypervisor_name("KVMKVMKVM").is("kvm"));
  EXPECT_TRUE(hypervisor_name("Microsoft Hv").is("hyper-v"));
  EXPECT_TRUE(hypervisor_name("VMwareVMware").is("vmware"));
  EXPECT_TRUE(hypervisor_name("NewOne").is("NewOne"));
  EXPECT_TRUE(hypervisor_name("").is("unnamed"));
}

TEST(Hypervisor, falls_back_to_the_board_where_the_processor_is_silent) {
  TestTree bare;
  bare.files("/sys/class/dmi/id", {{"sys_vendor", "Supermicro"}, {"product_name", "X"}});
  EXPECT_TRUE(find_hypervisor(*bare.host()).is_absent());
  TestTree metal;
  metal.files("/sys/class/dmi/id", {{"sys_vendor", "Amazon EC2"}, {"product_name", "p5.metal"}});
  EXPECT_TRUE(find_hypervisor(*metal.host()).is_absent());
  TestTree qemu;
  qemu.files("/sys/class/dmi/id", {{"sys_vendor", "QEMU"}, {"product_name", "Standard PC"}});
  EXPECT_TRUE(find_hypervisor(*qemu.host()).is("kvm"));
}

TEST(Platform, names_display_servers_and_target) {
  TestTree tree;
  tree.file("/proc/2/comm", "kthreadd\n")
      .file("/proc/900/comm", "Xorg\n")
      .file("/proc/901/comm", "gnome-shell\n")
      .file("/usr/lib/systemd/system/graphical.target", "")
      .link("/etc/systemd/system/default.target", "/usr/lib/systemd/system/graphical.target")
      .file("/proc/sys/kernel/osrelease", "5.15.153.1-microsoft-standard-WSL2\n");
  const auto platform = tree.read("platform").platform;
  EXPECT_EQ(*platform.display_servers, (std::vector<std::string>{"Xorg", "gnome-shell"}));
  EXPECT_TRUE(platform.default_target.is("graphical.target"));
  EXPECT_TRUE(platform.wsl.is(true));
}

TEST(Platform, without_view_of_the_processes_no_desktop_is_not_a_finding) {
  TestTree tree;
  tree.file("/proc/2/comm", "sleep\n");
  EXPECT_TRUE(tree.read("platform").platform.display_servers.is_unreadable());
}

TEST(AutoSuspend, is_found_in_logind_and_in_desktops) {
  TestTree tree;
  EXPECT_TRUE(tree.read("platform").platform.auto_suspend.is_absent());
  tree.file("/etc/systemd/logind.conf", "[Login]\n#IdleAction=suspend\nIdleAction=suspend\n");
  EXPECT_TRUE(tree.read("platform").platform.auto_suspend.is("logind: IdleAction=suspend"));
  tree.file("/etc/systemd/logind.conf.d/no.conf", "[Login]\nIdleAction=ignore\n");
  EXPECT_TRUE(tree.read("platform").platform.auto_suspend.is_absent());
  tree.file("/usr/lib/systemd/system/graphical.target", "")
      .link("/etc/systemd/system/default.target", "/usr/lib/systemd/system/graphical.target")
      .file("/etc/systemd/system/display-manager.service", "")
      .file("/usr/sbin/gdm3", "");
  EXPECT_TRUE(tree.read("platform").platform.auto_suspend.has_value());
  tree.file("/etc/dconf/db/local.d/00-power", "sleep-inactive-ac-type='nothing'\n");
  EXPECT_TRUE(tree.read("platform").platform.auto_suspend.is_absent());
}

TEST(AutoSuspend, a_masked_target_ends_it) {
  TestTree tree;
  tree.file("/etc/systemd/logind.conf", "IdleAction=suspend\n")
      .file("/dev/null", "")
      .link("/etc/systemd/system/sleep.target", "/dev/null");
  EXPECT_TRUE(tree.read("platform").platform.auto_suspend.is_absent());
}

TestTree& tuned_by_hand(TestTree& tree) {
  return tree.files("/proc/sys/vm", {{"swappiness", "10"}, {"zone_reclaim_mode", "0"}})
      .file("/sys/kernel/mm/transparent_hugepage/enabled", "always madvise [never]\n")
      .file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n")
      .answer("uname", "6.1.0")
      .file("/boot/config-6.1.0",
            "#\nCONFIG_TRANSPARENT_HUGEPAGE_MADVISE=y\nCONFIG_CPU_FREQ_DEFAULT_GOV_SCHEDUTIL=y\n");
}

TEST(LastingValues, names_what_no_configuration_sets) {
  TestTree tree;
  EXPECT_EQ(values_lost_on_reboot(*tuned_by_hand(tree).host()),
            (std::vector<std::string>{"vm.swappiness=10", "transparent_hugepage=never",
                                      "governor=performance"}));
}

TEST(LastingValues, any_mention_counts_as_set) {
  TestTree tree;
  tuned_by_hand(tree)
      .file("/etc/sysctl.d/90-x.conf", "vm.swappiness = 10\n")
      .file("/proc/cmdline", "quiet transparent_hugepage=never\n")
      .file("/etc/systemd/system/governor.service",
            "ExecStart=/usr/bin/cpupower frequency-set -g performance\n");
  EXPECT_TRUE(values_lost_on_reboot(*tree.host()).empty());
}

TEST(LastingValues, claims_nothing_where_a_daemon_or_an_unknown_default_may_explain_it) {
  TestTree daemon;
  tuned_by_hand(daemon).file("/etc/tuned/active_profile", "throughput-performance\n");
  EXPECT_TRUE(values_lost_on_reboot(*daemon.host()).empty());
  TestTree unknown;
  unknown.file("/sys/kernel/mm/transparent_hugepage/enabled", "always madvise [never]\n");
  EXPECT_TRUE(values_lost_on_reboot(*unknown.host()).empty());
}

}  // namespace
}  // namespace gpuproof
