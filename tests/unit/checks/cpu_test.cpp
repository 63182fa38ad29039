// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The processor checks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/base/units.h"
#include "tests/unit/checks/healthy.h"

namespace gpuproof {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

TEST(CpuCores, warns_of_cores_that_are_left_out) {
  auto machine = healthy_machine();
  machine.cpu.cores = 12;
  const auto item = item_of("cpu/cores", machine);
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_EQ(item.observed, "12");
  EXPECT_THAT(item.expected, HasSubstr("16"));
}

TEST(CpuCores, fails_against_the_profile) {
  const auto profile = profile_with("cpu/cores", Comparison::at_least, "32");
  EXPECT_EQ(item_of("cpu/cores", healthy_machine(), {.profile = &profile}).outcome, Outcome::fail);
}

TEST(CpuCores, expects_nothing_where_the_firmware_does_not_count) {
  auto machine = healthy_machine();
  (*machine.smbios).sockets[0].cores = {};
  EXPECT_EQ(item_of("cpu/cores", machine).skip, SkipKind::no_expectation);
}

TEST(CpuThreads, warns_of_processors_that_are_offline) {
  auto machine = healthy_machine();
  (*machine.cpu.cpus).resize(30);
  EXPECT_EQ(item_of("cpu/threads", machine).outcome, Outcome::warn);
}

TEST(CpuThreads, accepts_one_thread_a_core_where_smt_is_off) {
  auto machine = healthy_machine();
  machine.cpu.smt = "off";
  (*machine.cpu.cpus).resize(16);
  EXPECT_EQ(item_of("cpu/threads", machine).outcome, Outcome::pass);
}

TEST(CpuClock, warns_of_a_limit_below_the_nominal_clock) {
  auto machine = healthy_machine();
  for (auto& cpu : *machine.cpu.cpus) cpu.max_mhz = 3000.0;
  const auto item = item_of("cpu/clock", machine);
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_EQ(item.observed, "3000 MHz");
}

TEST(CpuClock, does_not_apply_where_the_kernel_sets_no_clock) {
  auto machine = healthy_machine();
  for (auto& cpu : *machine.cpu.cpus) cpu.max_mhz = {};
  EXPECT_EQ(item_of("cpu/clock", machine).skip, SkipKind::not_applicable);
}

TEST(CpuCache, adds_up_the_caches_of_the_last_level) {
  const auto item = item_of("cpu/cache", healthy_machine());
  EXPECT_EQ(item.observed, "64 MiB");
  EXPECT_EQ(item.skip, SkipKind::no_expectation);
  const auto profile = profile_with("cpu/cache", Comparison::at_least, "96 MiB");
  EXPECT_EQ(item_of("cpu/cache", healthy_machine(), {.profile = &profile}).outcome, Outcome::fail);
}

TEST(CpuGovernor, warns_where_one_processor_saves_power) {
  auto machine = healthy_machine();
  (*machine.cpu.cpus)[7].governor = "powersave";
  const auto item = item_of("cpu/governor", machine);
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_EQ(item.observed, "performance, powersave");
  EXPECT_THAT(item.evidence, Contains("powersave: 1 processors"));
}

TEST(CpuGovernor, does_not_pass_what_it_could_only_read_in_part) {
  auto machine = healthy_machine();
  (*machine.cpu.cpus)[7].governor = Fact<std::string>::unreadable("I/O error");
  EXPECT_EQ(item_of("cpu/governor", machine).skip, SkipKind::not_observable);
}

TEST(CpuGovernor, does_not_apply_to_a_guest_without_one) {
  auto machine = healthy_machine();
  for (auto& cpu : *machine.cpu.cpus) cpu.governor = {};
  EXPECT_EQ(item_of("cpu/governor", machine).skip, SkipKind::not_applicable);
}

TEST(CpuIdleStates, shows_the_deepest_enabled_state) {
  auto machine = healthy_machine();
  EXPECT_EQ(item_of("cpu/idle_states", machine).observed, "18 us");
  (*machine.cpu.idle_states).back().disabled = true;
  EXPECT_EQ(item_of("cpu/idle_states", machine).observed, "1 us");
  const auto profile = profile_with("cpu/idle_states", Comparison::at_most, "10");
  EXPECT_EQ(item_of("cpu/idle_states", machine, {.profile = &profile}).outcome, Outcome::pass);
  EXPECT_EQ(item_of("cpu/idle_states", healthy_machine(), {.profile = &profile}).outcome,
            Outcome::fail);
}

TEST(CpuLoad, warns_of_other_work) {
  auto machine = healthy_machine();
  machine.cpu.load_1min = 12.0;
  EXPECT_EQ(item_of("cpu/load", machine).outcome, Outcome::warn);
}

TEST(CpuLoad, warns_of_time_that_the_hypervisor_took) {
  auto before = healthy_machine(), now = healthy_machine();
  now.header.boottime_us += 100'000'000;
  now.cpu.steal_ticks = 100 * 32;  // 1 s of each of 32 processors in 100 s, and a little more
  EXPECT_EQ(item_of("cpu/load", now, {.before = &before}).outcome, Outcome::pass);
  now.cpu.steal_ticks = 200 * 32;
  const auto item = item_of("cpu/load", now, {.before = &before});
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_THAT(item.cause, HasSubstr("hypervisor"));
}

TEST(CpuLoad, makes_nothing_of_a_counter_that_was_set_back) {
  auto before = healthy_machine();
  before.cpu.steal_ticks = 5000;
  EXPECT_EQ(item_of("cpu/load", healthy_machine(), {.before = &before}).outcome, Outcome::pass);
}

TEST(CpuMicrocode, is_out_of_sight_in_a_guest) {
  auto machine = healthy_machine();
  EXPECT_EQ(item_of("cpu/microcode", machine).observed, "0xa108108");
  machine.platform.hypervisor = "kvm";
  EXPECT_EQ(item_of("cpu/microcode", machine).skip, SkipKind::not_observable);
}

TEST(CpuMitigations, shows_the_default_of_the_kernel) {
  auto machine = healthy_machine();
  machine.cpu.mitigations = {};
  EXPECT_EQ(item_of("cpu/mitigations", machine).observed, "auto");
  machine.cpu.mitigations = "off";
  const auto profile = profile_with("cpu/mitigations", Comparison::equal, "auto");
  EXPECT_EQ(item_of("cpu/mitigations", machine, {.profile = &profile}).outcome, Outcome::fail);
}

}  // namespace
}  // namespace gpuproof
