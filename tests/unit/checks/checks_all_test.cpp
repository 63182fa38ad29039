// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What holds for every registered check, on a healthy, an unreadable and an empty machine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "harness/base/files.h"
#include "harness/base/text.h"
#include "tests/unit/checks/healthy.h"

namespace gpuproof {
namespace {

TEST(ChecksAll, every_file_registers) {
  std::set<std::string> registered;
  for (const auto& entry : Registry<Check>::instance().entries())
    registered.insert(fs::path(entry.file).filename());
  for (const auto& file : fs::recursive_directory_iterator(GPUPROOF_SOURCE_DIR "/harness/checks")) {
    const auto& path = file.path();
    const bool is_check = path.extension() == ".cpp" && path.parent_path().filename() != "checks";
    // A header of the same name marks a helper of several checks.
    if (is_check && !fs::exists(fs::path(path).replace_extension(".h"))) {
      EXPECT_TRUE(registered.count(path.filename())) << path << " registers no check";
    }
  }
}

TEST(ChecksAll, is_described) {
  for (const auto* check : Registry<Check>::instance().all()) {
    EXPECT_NO_THROW(Key::parse(check->name)) << check->name;
    EXPECT_FALSE(check->about.empty()) << check->name;
    EXPECT_FALSE(check->why.empty()) << check->name;
  }
}

TEST(ChecksAll, finds_nothing_on_the_healthy_machine) {
  const auto healthy = healthy_machine();
  for (const auto& item : run_checks({.now = healthy, .expected_gpus = 0}))
    EXPECT_TRUE(item.outcome == Outcome::pass || item.outcome == Outcome::skip)
        << item.key << ": " << name_of(item.outcome) << ": " << item.finding;
}

TEST(ChecksAll, says_nothing_good_of_what_cannot_be_read) {
  auto denied = healthy_machine();
  deny_all(denied);
  denied.platform.is_root = false;
  for (const auto& item : run_checks({.now = denied})) {
    EXPECT_NE(item.outcome, Outcome::pass) << item.key << ": " << item.finding;
    EXPECT_NE(item.outcome, Outcome::fail) << item.key << ": " << item.finding;
    EXPECT_NE(item.outcome, Outcome::error) << item.key << ": " << item.finding;
  }
}

TEST(ChecksAll, survives_a_machine_that_lacks_everything) {
  const Snapshot nothing;
  for (const auto& item : run_checks({.now = nothing, .before = &nothing}))
    EXPECT_NE(item.outcome, Outcome::error) << item.key << ": " << item.finding;
}

// Keys are what judge, profiles and scripts go by: each must parse, and stand once.
TEST(ChecksAll, gives_each_subject_a_key_of_its_own) {
  const auto healthy = healthy_machine();
  std::set<std::string> keys;
  for (const auto& item : run_checks({.now = healthy})) {
    EXPECT_NO_THROW(Key::parse(item.key)) << item.key;
    EXPECT_TRUE(keys.insert(item.key).second) << item.key << " stands twice";
    EXPECT_FALSE(item.finding.empty()) << item.key;
  }
}

}  // namespace
}  // namespace gpuproof
