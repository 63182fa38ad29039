// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Sources over small trees: what is found, how it is named, and what a loss looks like.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/machine/telemetry/cpu_load.h"
#include "harness/machine/telemetry/hwmon.h"
#include "harness/machine/telemetry/kernel_follow.h"
#include "tests/unit/run/scratch_folder.h"

namespace gpuproof {
namespace {

using testing::HasSubstr;

struct Tree {
  void file(const std::string& path, const std::string& text) {
    fs::create_directories((place / path).parent_path());
    write_file_atomic(place / path, text);
  }
  std::map<std::string, double> read(ReadSource (*open)(const Host&)) {
    const auto host = tree_host(place.path());
    Readings readings;
    if (const auto source = open(*host)) source(readings);
    return readings.values;
  }
  ScratchFolder place;
};

TEST(Hwmon, packages_are_one_temperature_the_hottest_and_drives_have_their_names) {
  Tree tree;
  for (int i = 0; i < 2; ++i) {
    const auto chip = "sys/class/hwmon/hwmon" + std::to_string(i);
    tree.file(chip + "/name", "coretemp\n");
    tree.file(chip + "/temp1_label", "Package id " + std::to_string(i) + "\n");
    tree.file(chip + "/temp1_input", i ? "71000\n" : "64000\n");
    tree.file(chip + "/temp2_label", "Core 0\n");
    tree.file(chip + "/temp2_input", "99000\n");
  }
  tree.file("sys/class/hwmon/hwmon2/name", "nvme\n");
  tree.file("sys/class/hwmon/hwmon2/temp1_label", "Composite\n");
  tree.file("sys/class/hwmon/hwmon2/temp1_input", "43850\n");
  tree.file("sys/class/hwmon/hwmon2/temp1_crit", "84850\n");
  tree.file("sys/devices/pci0/nvme/nvme3/nvme3n1/size", "8\n");
  tree.file("sys/block/nvme3n1/size", "8\n");
  fs::create_symlink("../../../devices/pci0/nvme/nvme3",
                     tree.place / "sys/class/hwmon/hwmon2/device");
  tree.file("sys/class/hwmon/hwmon3/name", "nct6798\n");
  tree.file("sys/class/hwmon/hwmon3/temp1_input", "31000\n");
  EXPECT_THAT(tree.read(open_hwmon),
              testing::ElementsAre(testing::Pair("cpu/temperature_c", 71.0),
                                   testing::Pair("drive/nvme3n1/temperature_c", 43.85),
                                   testing::Pair("sensor/nct6798/temp1_temperature_c", 31.0)));
}

TEST(Hwmon, only_a_drive_that_names_a_possible_critical_temperature_has_a_limit) {
  Tree tree;
  for (const auto& [chip, crit] : {std::pair("hwmon0", "84850\n"), {"hwmon1", "0\n"},
                                   {"hwmon2", "65261850\n"}, {"hwmon3", "84850\n"}}) {
    const auto folder = std::string("sys/class/hwmon/") + chip;
    tree.file(folder + "/name", chip == std::string("hwmon3") ? "coretemp\n" : "nvme\n");
    tree.file(folder + "/temp1_input", "50000\n");
    tree.file(folder + "/temp1_crit", crit);
    tree.file(folder + "/device", "");
  }
  const auto host = tree_host(tree.place.path());
  const auto found = find_thermometers(*host);
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[0].critical_c, 84.85);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_FALSE(found[i].critical_c) << i;
  Readings readings;
  open_hwmon(*host)(readings);
  EXPECT_EQ(readings.limits.size(), 1u);
}

TEST(Hwmon, no_sensors_are_no_source_and_a_broken_one_is_a_loss_beside_the_rest) {
  Tree tree;
  EXPECT_FALSE(open_hwmon(*tree_host(tree.place.path())));
  tree.file("sys/class/hwmon/hwmon0/name", "k10temp\n");
  tree.file("sys/class/hwmon/hwmon0/temp1_label", "Tctl\n");
  tree.file("sys/class/hwmon/hwmon0/temp1_input", "55000\n");
  tree.file("sys/class/hwmon/hwmon1/name", "acpitz\n");
  tree.file("sys/class/hwmon/hwmon1/temp1_input", "garbage\n");
  const auto host = tree_host(tree.place.path());
  Readings readings;
  EXPECT_THROW(open_hwmon(*host)(readings), NotObservable);
  EXPECT_EQ(readings.values.at("cpu/temperature_c"), 55);
}

TEST(CpuClock, a_few_of_many_cpus_are_read) {
  Tree tree;
  for (int i = 0; i < 20; ++i)
    tree.file("sys/devices/system/cpu/cpu" + std::to_string(i) + "/cpufreq/scaling_cur_freq",
              i == 0 ? "1200000\n" : "3600000\n");
  tree.file("sys/devices/system/cpu/cpufreq/boost", "1\n");
  const auto values = tree.read(open_cpu_clock);
  EXPECT_EQ(values.at("cpu/clock_min_mhz"), 1200);
  EXPECT_GT(values.at("cpu/clock_mhz"), 3000);
}

TEST(CpuLoad, steal_is_the_eighth_number_and_a_short_line_is_a_loss) {
  Tree tree;
  tree.file("proc/loadavg", "0.52 0.6 0.7 1/200 3333\n");
  tree.file("proc/stat", "cpu  1 2 3 4 5 6 7 88 9 10\ncpu0 1 2\n");
  const auto values = tree.read(open_cpu_load);
  EXPECT_EQ(values.at("host/steal_ticks"), 88);
  EXPECT_EQ(values.at("host/load_1min"), 0.52);
  tree.file("proc/stat", "cpu  1 2 3\n");
  EXPECT_THROW(tree.read(open_cpu_load), NotObservable);
}

TEST(KernelFollow, only_lines_of_concern_are_kept_with_their_time) {
  EXPECT_EQ(relevant_record("4,100,12345678,-;NVRM: Xid (PCI:0000:41:00): 79, GPU has fallen off "
                            "the bus.\n SUBSYSTEM=pci\n"),
            "[   12.345678] NVRM: Xid (PCI:0000:41:00): 79, GPU has fallen off the bus.");
  EXPECT_FALSE(relevant_record("6,101,12345679,-;usb 1-1: new device\n"));
  for (const auto* bad : {"", ";", "a,b,c;NVRM: Xid", "4,100;NVRM: Xid 79", "no semicolon"})
    EXPECT_FALSE(relevant_record(bad)) << bad;
}

TEST(KernelFollow, a_descriptor_that_fails_is_a_loss) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_NONBLOCK | O_CLOEXEC), 0);
  auto source = follow_kernel_log(FileHandle(ends[0]));
  write_all(ends[1], "4,1,2000000,-;NVRM: Xid (PCI:0000:41:00): 48, x", "test");
  Readings readings;
  source(readings);
  EXPECT_EQ(readings.log.size(), 1u);
  source(readings);  // nothing new
  EXPECT_EQ(readings.log.size(), 1u);
  ::close(ends[1]);
  auto broken = follow_kernel_log(FileHandle(::open("/", O_RDONLY | O_CLOEXEC)));
  EXPECT_THROW(broken(readings), NotObservable);
}

}  // namespace
}  // namespace gpuproof
