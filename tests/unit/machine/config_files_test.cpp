// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/config_files.h"

#include <gtest/gtest.h>

#include "tests/unit/machine/test_tree.h"

namespace gpuproof {
namespace {

TEST(ConfigFiles, reads_assignments_with_and_without_quotes) {
  const auto values = parse_assignments(
      "# comment\nID=ubuntu\nPRETTY_NAME=\"Ubuntu 24.04 LTS\"\nA='b c'\n vm.swappiness = 10 \n"
      "=x\nnothing\nQ=\"\nID=debian\n");
  EXPECT_EQ(values.at("ID"), "debian") << "the last one wins";
  EXPECT_EQ(values.at("PRETTY_NAME"), "Ubuntu 24.04 LTS");
  EXPECT_EQ(values.at("A"), "b c");
  EXPECT_EQ(values.at("vm.swappiness"), "10");
  EXPECT_EQ(values.at("Q"), "\"");
  EXPECT_EQ(values.size(), 5u);
}

TEST(ConfigFiles, joins_folders_and_files) {
  TestTree tree;
  tree.file("/etc/a.d/2.conf", "two")
      .file("/etc/a.d/1.conf", "one")
      .file("/etc/a.d/x.bak", "no")
      .file("/etc/b", "file");
  EXPECT_EQ(config_text(*tree.host(), {"/etc/a.d", "/etc/b", "/etc/none"}, ".conf"),
            "\none\ntwo\nfile\n");
}

}  // namespace
}  // namespace gpuproof
