// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "harness/base/text.h"
#include "harness/facts/scrub.h"
#include "harness/facts/snapshot.h"

namespace gpuproof {
namespace {

const auto hash = redacted;

TEST(Redacted, is_stable_and_done_once) {
  EXPECT_EQ(redacted("S1234567"), redacted("S1234567"));
  EXPECT_NE(redacted("S1234567"), redacted("S1234568"));
  EXPECT_TRUE(is_redacted(redacted("S1234567")));
  EXPECT_EQ(redacted(redacted("S1234567")), redacted("S1234567"));
  EXPECT_EQ(redacted("00000000-0000-8000-8000-0123456789ab"), "#0123456789ab");
  EXPECT_EQ(redacted(""), "");
  EXPECT_FALSE(is_redacted("#0123456789a"));
  EXPECT_FALSE(is_redacted("#0123456789ax"));
}

TEST(Scrub, hides_addresses_and_ids) {
  EXPECT_EQ(scrub("root=UUID=4C4C4544-0034-4410-8051-b4c04f4d3232 quiet", {}),
            "root=UUID=" + hash("4c4c4544-0034-4410-8051-b4c04f4d3232") + " quiet");
  EXPECT_EQ(scrub("GPU-11111111-2222-3333-4444-555555555555", {}),
            "GPU-" + hash("11111111-2222-3333-4444-555555555555"));
  EXPECT_EQ(scrub("eth0: AA:BB:CC:00:11:22: up", {}),
            "eth0: " + hash("aa:bb:cc:00:11:22") + ": up");
  EXPECT_EQ(scrub("guid 0002:c903:00a1:b2c3.", {}), "guid " + hash("0002:c903:00a1:b2c3") + ".");
  EXPECT_EQ(scrub("addr=10.1.2.3,", {}), "addr=" + hash("10.1.2.3") + ",");
  EXPECT_EQ(scrub("from fe80::1 to", {}), "from " + hash("fe80::1") + " to");
  EXPECT_EQ(scrub("2001:db8:0:0:0:0:0:1", {}), hash("2001:db8:0:0:0:0:0:1"));
  EXPECT_EQ(scrub("enx00e04c680001: link", {}), "enx" + hash("00e04c680001") + ": link");
}

TEST(Scrub, hides_people_and_serials) {
  EXPECT_EQ(scrub("name=/home/alice/train.py, x", {}),
            "name=/home/" + hash("alice") + "/train.py, x");
  EXPECT_EQ(scrub("/media/bob/USB", {}), "/media/" + hash("bob") + "/USB");
  EXPECT_EQ(scrub("rw,username=carol,uid=0", {}), "rw,username=" + hash("carol") + ",uid=0");
  EXPECT_EQ(scrub("SerialNumber: ABC123", {}), "SerialNumber: " + hash("ABC123"));
  EXPECT_EQ(scrub("GPU serial number is 0123456.", {}),
            "GPU serial number is " + hash("0123456") + ".");
  EXPECT_EQ(scrub("node7: x node77 xnode7 node7", {"node7"}),
            hash("node7") + ": x node77 xnode7 " + hash("node7"));
}

TEST(Scrub, leaves_what_a_reader_needs) {
  for (const auto* text :
       {"NVRM: Xid (PCI:0000:17:00): 31, pid=20114, name=train.py, Ch 00000010",
        "pcieport 0000:00:03.1: AER: Corrected error received: 0000:0b:00.0",
        "pcieport 0000:00:03.1:   device [1022:1483] error status/mask=000000c0/00006000",
        "NVRM: loading NVIDIA UNIX Open Kernel Module for x86_64  570.148.08  Release Build",
        "at 21:43:58 std::string 127.0.0.1 0.0.0.0 1.2.3.400 1.2.3", "/home/", "serial number", ""})
    EXPECT_EQ(scrub(text, {}), text);
}

TEST(Scrub, is_done_once) {
  const auto text =
      scrub("10.1.2.3 aa:bb:cc:dd:ee:ff /home/alice serial number AB12345", {"host1"});
  EXPECT_EQ(scrub(text, {"host1"}), text);
}

TEST(Scrub, survives_hostile_text) {
  for (const auto& text : {std::string(64 << 10, ':'), std::string(64 << 10, '.'),
                           std::string(64 << 10, 'a'), std::string("\xff\xfe\0:", 4)})
    EXPECT_EQ(scrub(text, {"secret"}), text);
}

Snapshot known_machine() {
  Snapshot s;
  s.header.hostname = "gpu01.lab.example";
  s.header.machine_id = "abc";
  s.header.boot_id = "4c4c4544-0034-4410-8051-b4c04f4d3232";
  SmbiosTables tables;
  tables.system = Unit{
      .manufacturer = "Maker", .serial = "SYS-123", .uuid = "4C4C4544-0034-4410-8051-B4C04F4D3232"};
  tables.dimms.push_back({.locator = "A1", .serial = "MEM-77001"});
  tables.supplies.push_back({.serial = "PSU-1"});
  s.smbios = tables;
  s.storage.devices = std::vector<BlockDevice>{
      {.name = "nvme0n1", .serial = Fact<std::string>("DRV-0001")},
      {.name = "loop0", .members = {"/home/alice/x.img"}, .backing_file = "/home/alice/x.img"}};
  s.storage.file_systems = std::vector<FileSystem>{
      {.mount = "/home/alice/data", .source = "filer7:/export", .options = "rw,addr=10.0.0.9"},
      {.mount = "/", .source = "/dev/mapper/gpu01-root"}};
  s.network.links = std::vector<NetworkLink>{{.name = "ens1", .mac = "AA:BB:CC:DD:EE:FF"}};
  s.gpu.devices = std::vector<GpuDevice>{
      {.uuid = "GPU-11111111-2222-3333-4444-555555555555",
       .serial = "1650123456789",
       .processes = std::vector<GpuProcess>{{.name = "/home/alice/bin/train"}}}};
  KernelLog log;
  log.lines.push_back({.text = "NVRM: GPU 1650123456789 on gpu01, drive DRV-0001"});
  s.kernel_log = log;
  s.kernel.command_line = "root=UUID=11111111-2222-3333-4444-555555555556 hostname=gpu01";
  return s;
}

TEST(Redact, leaves_no_name_serial_or_address_behind) {
  auto snapshot = known_machine();
  redact(snapshot);
  const auto text = snapshot_to_json(snapshot);
  for (const auto* secret : {"gpu01", "lab.example", "SYS-123", "MEM-77001", "PSU-1", "DRV-0001",
                             "alice", "filer7", "10.0.0.9", "AA:BB", "aa:bb", "1111-2222",
                             "1650123456789", "4c4c4544", "4C4C4544", "\"abc\""})
    EXPECT_EQ(text.find(secret), std::string::npos) << secret;
  EXPECT_TRUE(snapshot.header.redacted);
  EXPECT_NE(text.find("Maker"), std::string::npos);
  EXPECT_NE(text.find("ens1"), std::string::npos);
}

TEST(Redact, keeps_equal_things_equal) {
  auto snapshot = known_machine();
  redact(snapshot);
  EXPECT_NE((*snapshot.kernel_log).lines[0].text.find(*(*snapshot.gpu.devices)[0].serial),
            std::string::npos);
  auto again = snapshot;
  redact(again);
  EXPECT_EQ(snapshot_to_json(again), snapshot_to_json(snapshot));
}

TEST(Redact, leaves_gaps_as_they_are) {
  Snapshot snapshot;
  snapshot.header.hostname = Fact<std::string>::unreadable("why");
  snapshot.kernel_log = Fact<KernelLog>::unreadable("no permission");
  redact(snapshot);
  EXPECT_EQ(snapshot.header.hostname.why(), "why");
  EXPECT_EQ(snapshot.kernel_log.why(), "no permission");
}

}  // namespace
}  // namespace gpuproof
