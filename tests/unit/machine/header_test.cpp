// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <clocale>
#include <locale>

#include "harness/base/hash.h"
#include "tests/unit/machine/test_tree.h"

namespace gpuproof {
namespace {

TEST(Header, names_the_machine_without_its_raw_id) {
  TestTree tree;
  tree.file("/etc/machine-id", "0123456789abcdef0123456789abcdef\n").file("/etc/hostname", "box\n");
  const auto header = tree.read("header").header;
  EXPECT_EQ(*header.machine_id, sha256_hex("0123456789abcdef0123456789abcdef"));
  EXPECT_EQ(*header.hostname, "box");
  EXPECT_TRUE(header.boot_id.is_absent());
  EXPECT_TRUE(header.simulated);
  EXPECT_FALSE(header.tool_version.empty());
  EXPECT_GT(header.boottime_us, 0);
  EXPECT_EQ(header.taken_at.back(), 'Z');
}

TEST(Header, takes_an_unset_machine_id_for_none) {
  for (const auto* text : {"", "\n", "uninitialized\n"}) {
    TestTree tree;
    tree.file("/etc/machine-id", text);
    EXPECT_TRUE(tree.read("header").header.machine_id.is_absent()) << text;
  }
}

// A decimal comma in the process must change no number that is read.
class CommaPoint : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};

TEST(Snapshot, does_not_depend_on_the_locale) {
  TestTree tree;
  tree.pci("pci0000:00/0000:01:00.0", {{"current_link_speed", "2.5 GT/s PCIe"}})
      .file("/proc/loadavg", "0.75 0.5 0.1 1/2 3\n");
  const auto read = [&] {
    auto snapshot = take_snapshot(*tree.host());
    snapshot.header = {};  // holds the time
    return snapshot_to_json(snapshot);
  };
  const auto plain = read();
  const auto before = std::locale::global(std::locale(std::locale(), new CommaPoint));
  for (const auto* name : {"de_DE.UTF-8", "de_DE.utf8", "de_DE"})
    if (std::setlocale(LC_ALL, name)) break;
  const auto german = read();
  std::setlocale(LC_ALL, "C");
  std::locale::global(before);
  EXPECT_EQ(german, plain);
  EXPECT_NE(plain.find("\"speed_gts\": 2.5"), std::string::npos);
}

TEST(Snapshot, is_taken_of_an_empty_machine_without_problems) {
  std::vector<std::string> problems;
  const auto snapshot = take_snapshot(*TestTree().host(), &problems);
  EXPECT_TRUE(problems.empty()) << problems.front();
  EXPECT_TRUE(snapshot.smbios.is_absent());
  EXPECT_TRUE(snapshot.cpu.cpus.is_absent());
  EXPECT_EQ(snapshot_to_json(snapshot_from_json(snapshot_to_json(snapshot), "x")),
            snapshot_to_json(snapshot));
}

TEST(Snapshot, is_taken_of_this_machine_without_problems) {
  std::vector<std::string> problems;
  const auto snapshot = take_snapshot(*live_host(), &problems);
  EXPECT_TRUE(problems.empty()) << problems.front();
  EXPECT_FALSE(snapshot.header.simulated);
  ASSERT_TRUE(snapshot.cpu.cpus);
  EXPECT_GT(*snapshot.memory.total_bytes, 0u);
}

}  // namespace
}  // namespace gpuproof
