// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/base/json.h"
#include "harness/base/units.h"
#include "tests/cli/program.h"
#include "tests/unit/checks/healthy.h"

namespace gpuproof {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

Ending doctor(const Snapshot& machine, const std::string& flag = "") {
  Program program{"doctor", "--snapshot", "-"};
  if (!flag.empty()) program = Program{"doctor", "--snapshot", "-", flag};
  return program.input(snapshot_to_json(machine)).run();
}

Snapshot with_half_a_link() {
  auto machine = healthy_machine();
  (*machine.pci.devices)[2].width = 2;
  return machine;
}

Snapshot with_swapping() {
  auto machine = healthy_machine();
  machine.memory.swappiness = 100;
  machine.memory.swap_total_bytes = 8 * GiB, machine.memory.swap_free_bytes = 8 * GiB;
  return machine;
}

TEST(Doctor, finds_a_healthy_machine_fine) {
  const auto ending = doctor(healthy_machine());
  EXPECT_EQ(ending.exit_code, 0) << ending.out;
  EXPECT_THAT(ending.out, HasSubstr("bench-01"));
  EXPECT_THAT(ending.out, HasSubstr("Passed: "));
  EXPECT_THAT(ending.out, Not(HasSubstr("fail ")));
  EXPECT_EQ(ending.err, "");
}

TEST(Doctor, tells_a_fault_with_cause_and_owner) {
  const auto ending = doctor(with_half_a_link());
  EXPECT_EQ(ending.exit_code, 1);
  EXPECT_THAT(ending.out, HasSubstr("fail          storage/link{drive=nvme0n1}\n"));
  EXPECT_THAT(ending.out, HasSubstr("in slot M.2_1"));
  EXPECT_THAT(ending.out, HasSubstr("Who acts: builder"));
}

TEST(Doctor, counts_advice_only_when_strict) {
  EXPECT_EQ(doctor(with_swapping()).exit_code, 0);
  const auto ending = doctor(with_swapping(), "--strict");
  EXPECT_EQ(ending.exit_code, 1);
  EXPECT_THAT(ending.out, HasSubstr("memory/swappiness  (advice)"));
}

TEST(Doctor, writes_one_json_document) {
  const auto ending = doctor(with_half_a_link(), "--json");
  EXPECT_EQ(ending.exit_code, 1);
  EXPECT_NO_THROW(parse_json_box(ending.out, "stdout"));
  EXPECT_THAT(ending.out, HasSubstr("\"schema\": \"gpuproof.doctor/1\""));
  EXPECT_THAT(ending.out, HasSubstr("\"exit_code\": 1"));
}

TEST(Doctor, lists_every_item_on_request) {
  EXPECT_THAT(doctor(healthy_machine(), "--all").out, HasSubstr("pass          cpu/governor"));
}

TEST(Doctor, judges_counters_by_what_they_gained) {
  const TemporaryFolder folder;
  auto machine = healthy_machine();
  (*machine.memory.edac)[0].uncorrected = 4;
  const auto file = folder.file("snapshot.json", snapshot_to_json(machine));
  EXPECT_EQ((Program{"doctor", "--snapshot", file}.run().exit_code), 1);
  EXPECT_EQ((Program{"doctor", "--snapshot", file, "--before", file}.run().exit_code), 0);
}

TEST(Doctor, applies_the_settings_of_a_profile) {
  const TemporaryFolder folder;
  auto profile = profile_with("cpu/cores", Comparison::at_least, "32");
  const auto file = folder.file("profile.json", profile_to_json(profile));
  const auto ending = Program{"doctor", "--snapshot", "-", "--profile", file}
                          .input(snapshot_to_json(healthy_machine()))
                          .run();
  EXPECT_EQ(ending.exit_code, 1);
  EXPECT_THAT(ending.out, HasSubstr("expected at least"));
}

TEST(Doctor, marks_what_is_simulated) {
  auto machine = healthy_machine();
  machine.header.simulated = true;
  EXPECT_THAT(doctor(machine).out, HasSubstr("SIMULATED"));
}

TEST(Doctor, prints_no_control_characters_of_the_machine) {
  auto machine = with_half_a_link();
  (*machine.pci.devices)[2].slot = "\x1b[31mM.2\x07";
  EXPECT_THAT(doctor(machine).out, Not(HasSubstr("\x1b")));
}

TEST(Doctor, refuses_what_is_no_snapshot) {
  for (const auto* text : {"", "{}", "[1,2]", "{\"header\": 3}", "not json"}) {
    const auto ending = Program{"doctor", "--snapshot", "-"}.input(text).run();
    EXPECT_EQ(ending.exit_code, 2) << text;
    EXPECT_THAT(ending.err, StartsWith("gpuproof: ")) << text;
    EXPECT_EQ(ending.out, "") << text;
  }
  EXPECT_EQ((Program{"doctor", "--snapshot", "/no/such/file"}.run().exit_code), 2);
  EXPECT_EQ((Program{"doctor", "--snapshot", "-", "--before", "-"}.run().exit_code), 2);
  EXPECT_EQ((Program{"doctor", "--snapshot", "-", "--sysroot", "/"}.run().exit_code), 2);
  EXPECT_EQ((Program{"doctor", "--sysroot", "/no/such/folder"}.run().exit_code), 2);
}

TEST(Doctor, examines_the_machine_it_runs_on) {
  const auto ending = Program{"doctor"}.run();
  EXPECT_TRUE(ending.exit_code == 0 || ending.exit_code == 1 || ending.exit_code == 3)
      << ending.exit_code << "\n"
      << ending.err;
  EXPECT_THAT(ending.out, HasSubstr(" checks: "));
}

}  // namespace
}  // namespace gpuproof
