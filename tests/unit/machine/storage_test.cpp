// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/unit/machine/test_tree.h"

namespace gpuproof {
namespace {

constexpr const char* port = "pci0000:00/0000:00:01.1/0000:01:00.0";

// A drive as Linux shows it without multipath.
void add_nvme(TestTree& tree) {
  const std::string controller = std::string("/sys/devices/") + port + "/nvme/nvme0";
  tree.pci(port, {{"class", "0x010802"}, {"numa_node", "1"}})
      .files(controller, {{"model", "Drive X 2TB                    "},
                          {"serial", "S1234567"},
                          {"firmware_rev", "1.0"},
                          {"transport", "pcie"}})
      .files(controller + "/nvme0n1", {{"size", "3907029168"}, {"removable", "0"}, {"hidden", "0"}})
      .files(controller + "/nvme0n1/queue", {{"rotational", "0"},
                                             {"scheduler", "[none] mq-deadline"},
                                             {"logical_block_size", "512"},
                                             {"io_poll", "1"},
                                             {"write_cache", "write back"}})
      .files(controller + "/nvme0n1/nvme0n1p1", {{"partition", "1"}, {"size", "2048"}})
      .link(controller + "/nvme0n1/device", "../../nvme0")
      .link("/sys/block/nvme0n1", std::string("../devices/") + port + "/nvme/nvme0/nvme0n1");
}

TEST(Storage, reads_an_nvme_drive_and_its_partition) {
  TestTree tree;
  add_nvme(tree);
  const auto storage = tree.read("storage").storage;
  ASSERT_TRUE(storage.devices);
  ASSERT_EQ(storage.devices->size(), 2u);
  const auto& drive = (*storage.devices)[0];
  EXPECT_EQ(drive.kind, "disk");
  EXPECT_EQ(drive.bytes, 2'000'398'934'016u);
  EXPECT_TRUE(drive.model.is("Drive X 2TB"));
  EXPECT_TRUE(drive.serial.is("S1234567"));
  EXPECT_TRUE(drive.transport.is("nvme"));
  EXPECT_TRUE(drive.pci_address.is("0000:01:00.0"));
  EXPECT_TRUE(drive.numa_node.is(1));
  EXPECT_TRUE(drive.scheduler.is("none"));
  EXPECT_TRUE(drive.rotational.is(false));
  EXPECT_TRUE(drive.write_cache.is(true));
  EXPECT_TRUE(drive.poll.is(true));
  EXPECT_TRUE(drive.smart.is_unreadable()) << "a drive always has a health log";
  const auto& partition = (*storage.devices)[1];
  EXPECT_EQ(partition.kind, "partition");
  EXPECT_EQ(partition.members, std::vector<std::string>{"nvme0n1"});
  EXPECT_EQ(partition.bytes, 1048576u);
}

TEST(Storage, reads_health_through_the_controller) {
  TestTree tree;
  add_nvme(tree);
  std::string log(512, '\0');
  log[1] = static_cast<char>((273 + 50) & 0xff);
  log[2] = static_cast<char>((273 + 50) >> 8);
  tree.answer("ioctl/dev/nvme0/nvme-smart.bin", log);
  const auto storage = tree.read("storage").storage;
  const auto& smart = storage.find("nvme0n1")->smart;
  ASSERT_TRUE(smart) << smart.why();
  EXPECT_TRUE(smart->temperature_c.is(50));
}

TEST(Storage, health_that_needs_root_is_unreadable) {
  TestTree tree;
  add_nvme(tree);
  tree.answer("unreadable.json", R"({"/dev/nvme0": "permission denied; run as root"})");
  const auto storage = tree.read("storage").storage;
  EXPECT_EQ(storage.find("nvme0n1")->smart.why(), "permission denied; run as root");
}

TEST(Storage, finds_the_drive_behind_nvme_multipath) {
  TestTree tree;
  const std::string controller = std::string("/sys/devices/") + port + "/nvme/nvme3";
  const std::string subsystem = "/sys/devices/virtual/nvme-subsystem/nvme-subsys0";
  tree.pci(port, {{"numa_node", "0"}})
      .files(controller, {{"model", "M"}, {"serial", "S"}, {"transport", "pcie"}})
      .files(controller + "/nvme0c3n1", {{"size", "8"}, {"hidden", "1"}})
      .link(subsystem + "/nvme3", std::string("../../../") + port + "/nvme/nvme3")
      .files(subsystem + "/nvme0n1", {{"size", "8"}, {"hidden", "0"}})
      .link(subsystem + "/nvme0n1/device", "../../nvme-subsys0")
      .link("/sys/block/nvme0n1", "../devices/virtual/nvme-subsystem/nvme-subsys0/nvme0n1")
      .link("/sys/block/nvme0c3n1", std::string("../devices/") + port + "/nvme/nvme3/nvme0c3n1");
  const auto storage = tree.read("storage").storage;
  ASSERT_EQ(storage.devices->size(), 1u) << "the hidden path is not a drive of its own";
  EXPECT_TRUE(storage.find("nvme0n1")->pci_address.is("0000:01:00.0"));
  EXPECT_TRUE(storage.find("nvme0n1")->serial.is("S"));
}

TEST(Storage, reads_the_state_of_an_array) {
  TestTree tree;
  tree.files("/sys/block/md0", {{"size", "100"}})
      .files("/sys/block/md0/md", {{"level", "raid1"},
                                   {"raid_disks", "2"},
                                   {"degraded", "1"},
                                   {"array_state", "clean"},
                                   {"sync_action", "idle"}})
      .folder("/sys/block/md0/slaves/nvme0n1p2")
      .files("/sys/block/md1/md", {{"level", "raid1"},
                                   {"degraded", "1"},
                                   {"array_state", "active"},
                                   {"sync_action", "recover"}})
      .files("/sys/block/md2/md", {{"level", "raid0"}, {"array_state", "clean"}});
  const auto storage = tree.read("storage").storage;
  const auto* array = storage.find("md0");
  ASSERT_TRUE(array);
  EXPECT_EQ(array->kind, "md");
  EXPECT_TRUE(array->raid_level.is("raid1"));
  EXPECT_TRUE(array->raid_disks.is(2));
  EXPECT_TRUE(array->degraded_disks.is(1));
  EXPECT_TRUE(array->array_state.is("degraded")) << "md itself calls it clean";
  EXPECT_EQ(array->members, std::vector<std::string>{"nvme0n1p2"});
  EXPECT_TRUE(storage.find("md1")->array_state.is("recovering"));
  EXPECT_TRUE(storage.find("md2")->array_state.is("clean"));
  EXPECT_TRUE(storage.find("md2")->degraded_disks.is_absent());
}

TEST(Storage, tells_mapped_devices_by_their_uuid) {
  TestTree tree;
  const auto type = [&](const std::string& name, const std::string& uuid) {
    tree.files("/sys/block/" + name + "/dm", {{"uuid", uuid}});
  };
  type("dm-0", "CRYPT-LUKS2-0123-root");
  type("dm-1", "LVM-abcdefABCDEF");
  type("dm-2", "LVM-abcdefABCDEF-tpool");
  type("dm-3", "mpath-3600a");
  type("dm-4", "part1-mpath-3600a");
  type("dm-5", "CRYPT-VERITY-00");
  type("dm-6", "");
  const auto storage = tree.read("storage").storage;
  EXPECT_TRUE(storage.find("dm-0")->dm_type.is("crypt"));
  EXPECT_TRUE(storage.find("dm-1")->dm_type.is("lvm"));
  EXPECT_TRUE(storage.find("dm-2")->dm_type.is("lvm-tpool"));
  EXPECT_TRUE(storage.find("dm-3")->dm_type.is("multipath"));
  EXPECT_TRUE(storage.find("dm-4")->dm_type.is("partition"));
  EXPECT_TRUE(storage.find("dm-5")->dm_type.is("verity"));
  EXPECT_TRUE(storage.find("dm-6")->dm_type.is_absent());
}

TEST(Storage, leaves_out_idle_loops_and_names_the_file_of_others) {
  TestTree tree;
  tree.files("/sys/block/loop0", {{"size", "0"}})
      .files("/sys/block/loop1", {{"size", "16"}})
      .files("/sys/block/loop1/loop", {{"backing_file", "/home/a/disk image.img"}})
      .files("/sys/block/zram0", {{"size", "0"}})
      .files("/sys/block/zram1", {{"size", "8"}});
  const auto storage = tree.read("storage").storage;
  ASSERT_EQ(storage.devices->size(), 2u);
  EXPECT_EQ(storage.find("loop1")->members, std::vector<std::string>{"/home/a/disk image.img"});
  EXPECT_EQ(storage.find("zram1")->kind, "zram");
}

TEST(Storage, tells_how_a_disk_is_attached) {
  TestTree tree;
  const std::string sata = "/sys/devices/pci0000:00/0000:00:17.0/ata3/host2/target2:0:0/2:0:0:0";
  tree.files(sata, {{"model", "DISK"}, {"rev", "A1"}})
      .file(sata + "/vpd_pg80", std::string("\0\x80\0\x08SERIAL01", 12))
      .files(sata + "/block/sda", {{"size", "8"}, {"removable", "0"}})
      .link(sata + "/block/sda/device", "../../../2:0:0:0")
      .link("/sys/block/sda",
            "../devices/pci0000:00/0000:00:17.0/ata3/host2/target2:0:0/2:0:0:0/"
            "block/sda");
  const auto storage = tree.read("storage").storage;
  const auto* disk = storage.find("sda");
  ASSERT_TRUE(disk);
  EXPECT_TRUE(disk->transport.is("sata"));
  EXPECT_TRUE(disk->pci_address.is("0000:00:17.0"));
  EXPECT_TRUE(disk->serial.is("SERIAL01"));
  EXPECT_TRUE(disk->firmware.is("A1"));
}

TEST(Storage, file_systems_carry_their_device_and_room) {
  TestTree tree;
  tree.file("/proc/self/mountinfo",
            "22 27 0:21 / /proc rw - proc proc rw\n"
            "27 1 259:2 / / rw,relatime - ext4 /dev/root rw\n"
            "30 27 0:44 / /data rw - btrfs /dev/mapper/vg-data rw\n"
            "31 27 0:50 / /net rw - nfs4 server:/export rw\n")
      .folder("/sys/devices/x/nvme0n1p2")
      .link("/sys/dev/block/259:2", "../../devices/x/nvme0n1p2")
      .folder("/sys/class/block/dm-0")
      .file("/dev/dm-0", "")
      .link("/dev/mapper/vg-data", "../dm-0")
      .answer("statfs.json", R"({"/": {"type": 61267, "total_bytes": 100, "free_bytes": 40}})");
  const auto storage = tree.read("storage").storage;
  ASSERT_TRUE(storage.file_systems);
  ASSERT_EQ(storage.file_systems->size(), 3u);
  const auto& root = (*storage.file_systems)[0];
  EXPECT_TRUE(root.device.is("nvme0n1p2"));
  EXPECT_TRUE(root.total_bytes.is(100));
  EXPECT_TRUE(root.free_bytes.is(40));
  EXPECT_TRUE((*storage.file_systems)[1].device.is("dm-0"));
  EXPECT_TRUE((*storage.file_systems)[2].total_bytes.is_unreadable()) << "a lost server blocks";
}

TEST(Storage, machine_without_block_devices_is_absent_not_empty) {
  TestTree tree;
  const auto storage = tree.read("storage").storage;
  EXPECT_TRUE(storage.devices.is_absent());
  EXPECT_TRUE(storage.file_systems.is_absent());
}

}  // namespace
}  // namespace gpuproof
