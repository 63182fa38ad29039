// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whole machines of tests/trees through all readers.
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/base/units.h"
#include "harness/machine/reader.h"

namespace gpuproof {
namespace {

Snapshot tree_snapshot(const std::string& name) {
  std::vector<std::string> problems;
  const auto host = tree_host(std::string(GPUPROOF_TREES_DIR) + "/" + name);
  auto snapshot = take_snapshot(*host, &problems);
  EXPECT_TRUE(problems.empty()) << problems.front();
  return snapshot;
}

std::vector<PciDevice> gpus_of(const Snapshot& snapshot) {
  std::vector<PciDevice> gpus;
  for (const auto& device : snapshot.pci.devices.value_or({}))
    if (is_nvidia_gpu(device)) gpus.push_back(device);
  return gpus;
}

TEST(Trees, hold_a_whole_workstation) {
  const auto snapshot = tree_snapshot("workstation-4x4090");
  EXPECT_TRUE(snapshot.header.simulated);
  EXPECT_EQ(*snapshot.cpu.cores, 16);
  EXPECT_EQ(snapshot.cpu.cpus->size(), 32u);
  const auto l3 = std::count_if(snapshot.cpu.caches->begin(), snapshot.cpu.caches->end(),
                                [](const Cache& cache) { return cache.level == 3; });
  EXPECT_EQ(l3, 8);
  EXPECT_EQ(*snapshot.memory.machine_checks, 0u);
  EXPECT_EQ(snapshot.memory.edac->at(0).dimms.size(), 8u);
  ASSERT_TRUE(snapshot.smbios) << snapshot.smbios.why();
  EXPECT_TRUE(snapshot.smbios->problems.empty()) << snapshot.smbios->problems.front();
  ASSERT_EQ(snapshot.smbios->dimms.size(), 8u);
  for (const auto& dimm : snapshot.smbios->dimms) {
    EXPECT_TRUE(dimm.bytes.is(32 * GiB));
    EXPECT_EQ(*dimm.configured_mts, 4800);
  }
  EXPECT_EQ(snapshot.smbios->system->uuid, "6f1a1f66-3f5c-4f0b-9d0e-000000000123");
}

TEST(Trees, hold_four_idle_gpus_in_labelled_slots) {
  const auto snapshot = tree_snapshot("workstation-4x4090");
  const auto gpus = gpus_of(snapshot);
  ASSERT_EQ(gpus.size(), 4u);
  const std::vector<std::string> labels{"PCIE1", "PCIE3", "PCIE5", "PCIE7"};
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    const auto& gpu = gpus[i];
    EXPECT_EQ(gpu.device, 0x2684u);
    EXPECT_EQ(*gpu.slot, labels[i]);
    EXPECT_EQ(*gpu.speed_gts, 2.5);
    EXPECT_EQ(*gpu.max_speed_gts, 16.0);
    EXPECT_EQ(*gpu.width, 16);
    EXPECT_EQ(*gpu.bar1_bytes, 32 * GiB);
    EXPECT_EQ(*gpu.rebar_max_bytes, 32 * GiB);
    EXPECT_EQ(*gpu.driver, "nvidia");
    const auto* port = snapshot.pci.find(gpu.parent);
    ASSERT_NE(port, nullptr);
    EXPECT_TRUE(is_bridge(*port));
    EXPECT_FALSE(*port->acs_redirect);
  }
}

TEST(Trees, differ_in_who_holds_the_gpus) {
  for (const auto& [tree, driver] : {std::pair{"no-driver", ""},
                                     {"nouveau", "nouveau"},
                                     {"secure-boot", ""},
                                     {"container-no-devices", "nvidia"}}) {
    const auto gpus = gpus_of(tree_snapshot(tree));
    ASSERT_EQ(gpus.size(), 4u) << tree;
    EXPECT_EQ(gpus[0].driver.value_or(""), driver) << tree;
  }
}

TEST(Trees, differ_in_what_is_installed_and_loaded) {
  const auto healthy = tree_snapshot("workstation-4x4090").software;
  EXPECT_TRUE(healthy.nvidia_module_version.is("550.54.15"));
  EXPECT_TRUE(healthy.nvidia_library_version.is("550.54.15"));
  const auto bare = tree_snapshot("no-driver").software;
  EXPECT_TRUE(bare.nvidia_module_version.is_absent());
  EXPECT_TRUE(bare.nvidia_library_version.is_absent());
  const auto locked = tree_snapshot("secure-boot");
  EXPECT_TRUE(locked.kernel.secure_boot.is(true));
  EXPECT_TRUE(locked.kernel.lockdown.is("integrity"));
  EXPECT_TRUE(locked.software.nvidia_module_version.is_absent());
  EXPECT_TRUE(locked.software.nvidia_library_version.is("550.54.15"));
  const auto inside = tree_snapshot("container-no-devices");
  EXPECT_TRUE(inside.software.nvidia_module_version.is("550.54.15"));
  EXPECT_TRUE(inside.software.nvidia_library_version.is_absent());
  EXPECT_TRUE(inside.platform.container.is("docker"));
  EXPECT_TRUE(inside.kernel_log.is_unreadable());
}

TEST(Trees, show_what_a_container_hides) {
  const auto snapshot = tree_snapshot("container-no-devices");
  ASSERT_TRUE(snapshot.smbios);  // only the names that /sys/class/dmi still shows
  EXPECT_EQ(snapshot.smbios->problems.size(), 1u);
  EXPECT_TRUE(snapshot.smbios->dimms.empty());
}

}  // namespace
}  // namespace gpuproof
