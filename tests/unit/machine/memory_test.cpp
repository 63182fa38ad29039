// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The readers memory, edac and machine_check.
#include <gtest/gtest.h>

#include "harness/base/units.h"
#include "tests/unit/machine/test_tree.h"

namespace gpuproof {
namespace {

TEST(Memory, reads_sizes_policy_and_nodes) {
  TestTree tree;
  tree.file("/proc/meminfo",
            "MemTotal:       1000 kB\nMemAvailable:    900 kB\nSwapTotal:         0 kB\n"
            "HugePages_Free:        7\n")
      .file("/proc/vmstat", "pswpin 12\npswpout 0\n")
      .file("/proc/sys/vm/swappiness", "60\n")
      .file("/proc/sys/kernel/numa_balancing", "1\n")
      .file("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n")
      .files("/sys/devices/system/node/node0",
             {{"cpulist", "0-7"},
              {"distance", "10 32"},
              {"meminfo", "Node 0 MemTotal:  500 kB\nNode 0 MemFree:  100 kB"}})
      .files("/sys/devices/system/node/node10", {{"cpulist", ""}})
      .file("/sys/devices/system/node/online", "0,10\n");
  const auto memory = tree.read("memory").memory;
  EXPECT_EQ(*memory.total_bytes, 1000u * 1024);
  EXPECT_EQ(*memory.swap_total_bytes, 0u);
  EXPECT_TRUE(memory.swap_free_bytes.is_absent());
  EXPECT_EQ(*memory.hugepages_free, 7u);
  EXPECT_EQ(*memory.pswpin, 12u);
  EXPECT_EQ(*memory.swappiness, 60);
  EXPECT_EQ(*memory.thp_enabled, "madvise");
  ASSERT_EQ(memory.nodes->size(), 2u);
  EXPECT_EQ(memory.nodes->at(0).distances.value_or({}), (std::vector<int>{10, 32}));
  EXPECT_EQ(*memory.nodes->at(0).free_bytes, 100u * 1024);
  EXPECT_EQ(memory.nodes->at(1).id, 10);
  EXPECT_TRUE(memory.nodes->at(1).total_bytes.is_absent());
}

TEST(Memory, never_guesses_from_unparsable_files) {
  TestTree tree;
  tree.file("/proc/meminfo", "MemTotal: lots kB\nSwapTotal: 5 MB\n")
      .file("/proc/vmstat", "pswpin -3\n")
      .file("/sys/kernel/mm/transparent_hugepage/enabled", "always madvise never\n")
      .file("/proc/sys/vm/swappiness", "N/A\n")
      .file("/proc/sys/vm/zone_reclaim_mode", "99999999999\n");
  const auto memory = tree.read("memory").memory;
  EXPECT_TRUE(memory.total_bytes.is_unreadable());
  EXPECT_TRUE(memory.swap_total_bytes.is_unreadable());
  EXPECT_TRUE(memory.pswpin.is_unreadable());
  EXPECT_TRUE(memory.thp_enabled.is_unreadable());
  EXPECT_TRUE(memory.swappiness.is_unreadable());
  EXPECT_TRUE(memory.zone_reclaim_mode.is_unreadable());
}

const std::string mc0 = "/sys/devices/system/edac/mc/mc0";

TEST(Edac, reads_the_layout_of_modules) {
  TestTree tree;
  tree.files(mc0, {{"mc_name", "AMD64 CPU0"},
                   {"ce_count", "3"},
                   {"ue_count", "0"},
                   {"ce_noinfo_count", "0"},
                   {"ue_noinfo_count", "0"}})
      .files(mc0 + "/dimm10", {{"dimm_label", "P0_J0"},
                               {"dimm_location", "csrow 1 channel 0"},
                               {"size", "16384"},
                               {"dimm_ce_count", "0"},
                               {"dimm_ue_count", "0"}})
      .files(mc0 + "/dimm2", {{"dimm_label", "P0_A0"},
                              {"dimm_location", "csrow 0 channel 2"},
                              {"size", "16384"},
                              {"dimm_ce_count", "3"},
                              {"dimm_ue_count", "0"},
                              {"dimm_edac_mode", "SECDED"}})
      .files(mc0 + "/csrow0", {{"ce_count", "3"}, {"ch0_ce_count", "3"}});
  const auto edac = tree.read("edac").memory.edac;
  ASSERT_EQ(edac->size(), 1u);
  EXPECT_EQ(edac->at(0).name, "AMD64 CPU0");
  EXPECT_EQ(*edac->at(0).corrected, 3u);
  ASSERT_EQ(edac->at(0).dimms.size(), 2u);  // the rows count the same errors again
  EXPECT_EQ(edac->at(0).dimms[0].label, "P0_A0");
  EXPECT_EQ(*edac->at(0).dimms[0].corrected, 3u);
  EXPECT_EQ(*edac->at(0).dimms[0].size_bytes, 16 * GiB);
  EXPECT_EQ(*edac->at(0).dimms[0].ecc_mode, "SECDED");
}

TEST(Edac, reads_the_older_layout_of_rows) {
  TestTree tree;
  tree.files(mc0, {{"ce_count", "5"}, {"ue_count", "1"}})
      .files(mc0 + "/csrow0", {{"ue_count", "1"},
                               {"size_mb", "8192"},
                               {"edac_mode", "S4ECD4ED"},
                               {"ch0_ce_count", "5"},
                               {"ch0_dimm_label", "A"},
                               {"ch1_ce_count", "0"},
                               {"ch1_dimm_label", "B"}})
      .files(mc0 + "/csrow1", {{"ue_count", "2"}, {"size_mb", "4096"}, {"ch0_ce_count", "0"}});
  const auto dimms = tree.read("edac").memory.edac->at(0).dimms;
  ASSERT_EQ(dimms.size(), 3u);
  EXPECT_EQ(dimms[0].label, "A");
  EXPECT_EQ(*dimms[0].corrected, 5u);
  EXPECT_EQ(*dimms[0].size_bytes, 4 * GiB);
  EXPECT_TRUE(dimms[0].uncorrected.is_unreadable());  // one of two channels, nobody knows which
  EXPECT_EQ(*dimms[2].uncorrected, 2u);
}

TEST(Edac, takes_a_folder_without_controllers_for_no_driver) {
  TestTree tree;
  tree.file("/sys/devices/system/edac/mc/power/control", "auto\n");
  EXPECT_TRUE(tree.read("edac").memory.edac.is_absent());
  EXPECT_TRUE(TestTree().read("edac").memory.edac.is_absent());
}

TEST(MachineCheck, counts_errors_and_not_polls) {
  TestTree tree;
  tree.folder("/sys/devices/system/machinecheck/machinecheck0")
      .file("/proc/interrupts",
            "            CPU0       CPU1\n  0:  4 0 IO-APIC timer\n"
            "THR:          2          1   Threshold APIC interrupts\n"
            "DFR:          0          0   Deferred Error APIC interrupts\n"
            "MCE:          1          0   Machine check exceptions\n"
            "MCP:        300        301   Machine check polls\n");
  const auto memory = tree.read("machine_check").memory;
  EXPECT_EQ(*memory.machine_checks, 1u);
  EXPECT_EQ(*memory.machine_checks_corrected, 3u);
}

TEST(MachineCheck, does_not_trust_zeros_where_reporting_is_off) {
  TestTree tree;
  tree.file("/proc/interrupts", "MCE:  0  0   Machine check exceptions\n");
  EXPECT_TRUE(tree.read("machine_check").memory.machine_checks.is_unreadable());
  EXPECT_TRUE(TestTree().read("machine_check").memory.machine_checks.is_absent());
}

}  // namespace
}  // namespace gpuproof
