// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/debian_packages.h"

#include <gtest/gtest.h>

namespace gpuproof {
namespace {

bool any(std::string_view) { return true; }

TEST(DebianVersion, orders_as_dpkg_does) {
  const char* rising[] = {"1.0~rc1-1", "1.0-1~bpo1", "1.0-1", "1.0-1+b1", "1.0-2",  "1.0-10",
                          "1.0a-1",    "1.0+git1-1", "1.1-1", "1.10-1",   "1:0.9-1"};
  for (std::size_t i = 0; i + 1 < std::size(rising); ++i) {
    EXPECT_TRUE(is_older_debian_version(rising[i], rising[i + 1])) << rising[i];
    EXPECT_FALSE(is_older_debian_version(rising[i + 1], rising[i])) << rising[i];
    EXPECT_FALSE(is_older_debian_version(rising[i], rising[i]));
  }
  EXPECT_FALSE(is_older_debian_version("0:1.0-1", "1.0-1"));
  EXPECT_FALSE(is_older_debian_version("1.007-1", "1.7-1"));
  EXPECT_TRUE(is_older_debian_version("570.124.04-0ubuntu1", "570.124.06-0ubuntu1"));
}

TEST(DebianPackages, takes_installed_ones_only) {
  const auto packages = parse_packages(
      "Package: a\nStatus: install ok installed\nVersion: 1-1\nDescription: x\n Version: 9\n\n"
      "Package: b\nStatus: deinstall ok config-files\nVersion: 2-1\n\n"
      "Package: c\nStatus: install ok not-installed\n",
      any);
  EXPECT_EQ(packages, (std::map<std::string, std::string>{{"a", "1-1"}}));
}

TEST(DebianPackages, takes_the_newest_of_a_list) {
  const auto packages = parse_packages(
      "Package: a\nVersion: 1-9\n\nPackage: a\nVersion: 1-10\n\nVersion: 3\n\n", any);
  EXPECT_EQ(packages, (std::map<std::string, std::string>{{"a", "1-10"}}));
  EXPECT_TRUE(parse_packages("", any).empty());
  EXPECT_TRUE(parse_packages(std::string(64 << 10, '\n'), any).empty());
}

}  // namespace
}  // namespace gpuproof
