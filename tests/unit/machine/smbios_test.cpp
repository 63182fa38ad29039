// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/unit/machine/smbios_builder.h"
#include "tests/unit/machine/test_tree.h"

namespace gpuproof {
namespace {

TEST(Smbios, reads_the_tables_of_the_kernel) {
  TestTree tree;
  const auto table = table_of({dimm_record(1, 1024, "A1")});
  tree.file("/sys/firmware/dmi/tables/DMI", table)
      .file("/sys/firmware/dmi/tables/smbios_entry_point", entry_point_64(table.size()));
  const auto snapshot = tree.read("smbios");
  EXPECT_EQ(snapshot.smbios->dimms.at(0).locator, "A1");
}

TEST(Smbios, is_unreadable_where_tables_are_denied) {
  TestTree tree;
  tree.file("/sys/class/dmi/id/board_name", "Board\n")
      .answer("unreadable.json", R"({"/sys/firmware/dmi/tables/*": "denied; run as root"})");
  EXPECT_EQ(tree.read("smbios").smbios.why(), "denied; run as root");
}

TEST(Smbios, is_absent_where_the_machine_has_none) {
  EXPECT_TRUE(TestTree().read("smbios").smbios.is_absent());
}

TEST(Smbios, falls_back_to_the_names_of_the_kernel) {
  TestTree tree;
  tree.files("/sys/class/dmi/id", {{"board_name", "Board"},
                                   {"sys_vendor", "Maker"},
                                   {"product_uuid", "4C4C4544-0034-4410-8051-B4C04F4D3232"},
                                   {"bios_version", "1.2"}});
  const auto snapshot = tree.read("smbios");
  ASSERT_TRUE(snapshot.smbios);
  EXPECT_EQ(snapshot.smbios->board->product, "Board");
  EXPECT_EQ(snapshot.smbios->system->uuid, "4c4c4544-0034-4410-8051-b4c04f4d3232");
  EXPECT_EQ(snapshot.smbios->bios->version, "1.2");
  EXPECT_EQ(snapshot.smbios->problems.size(), 1u);  // nobody may take "no modules" for a fact
}

}  // namespace
}  // namespace gpuproof
