// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The memory checks: modules, correction, error counters, paging.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/base/units.h"
#include "tests/unit/checks/healthy.h"

namespace gpuproof {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

Snapshot with_empty_slots(std::initializer_list<int> empty) {
  auto machine = healthy_machine();
  for (const int index : empty) (*machine.smbios).dimms[index].bytes = 0;
  machine.memory.total_bytes = (8 - empty.size()) * 32 * GiB - 5 * GiB;
  return machine;
}

TEST(MemorySize, adds_up_the_modules) {
  EXPECT_EQ(item_of("memory/size", healthy_machine()).observed, "256 GiB");
  const auto profile = profile_with("memory/size", Comparison::at_least, "256 GiB");
  EXPECT_EQ(item_of("memory/size", healthy_machine(), {.profile = &profile}).outcome,
            Outcome::pass);
  const auto item = item_of("memory/size", with_empty_slots({3}), {.profile = &profile});
  EXPECT_EQ(item.outcome, Outcome::fail);
}

TEST(MemorySize, warns_where_a_module_is_installed_but_not_used) {
  auto machine = healthy_machine();
  machine.memory.total_bytes = 219 * GiB;
  const auto item = item_of("memory/size", machine);
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_THAT(item.cause, HasSubstr("mapped out"));
}

TEST(MemorySize, estimates_where_no_modules_are_listed) {
  auto machine = healthy_machine();
  machine.smbios = {};
  const auto profile = profile_with("memory/size", Comparison::at_least, "256 GiB");
  EXPECT_EQ(item_of("memory/size", machine, {.profile = &profile}).outcome, Outcome::pass);
  machine.memory.total_bytes = 188 * GiB;
  EXPECT_EQ(item_of("memory/size", machine, {.profile = &profile}).outcome, Outcome::fail);
  EXPECT_EQ(item_of("memory/size", machine).skip, SkipKind::no_expectation);
}

TEST(MemoryDimmCount, fails_where_a_module_has_gone) {
  const auto before = healthy_machine();
  const auto item = item_of("memory/dimm_count", with_empty_slots({2}), {.before = &before});
  EXPECT_EQ(item.outcome, Outcome::fail);
  EXPECT_THAT(item.finding, HasSubstr("DIMM_C1 (EM5R-32G-5200, serial MEM-0003)"));
}

TEST(MemoryDimmCount, counts_against_the_profile) {
  const auto profile = profile_with("memory/dimm_count", Comparison::equal, "8");
  EXPECT_EQ(item_of("memory/dimm_count", healthy_machine(), {.profile = &profile}).outcome,
            Outcome::pass);
  EXPECT_EQ(item_of("memory/dimm_count", with_empty_slots({1}), {.profile = &profile}).outcome,
            Outcome::fail);
}

TEST(MemoryChannels, warns_of_empty_ones_and_names_the_slots) {
  const auto item = item_of("memory/channels", with_empty_slots({1, 5}));
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_EQ(item.observed, "6");
  EXPECT_THAT(item.remedy, HasSubstr("DIMM_B1, DIMM_F1"));
}

TEST(MemoryChannels, fails_below_the_number_of_the_profile) {
  const auto profile = profile_with("memory/channels", Comparison::at_least, "8");
  EXPECT_EQ(item_of("memory/channels", with_empty_slots({1}), {.profile = &profile}).outcome,
            Outcome::fail);
}

TEST(MemoryChannels, warns_of_an_uneven_spread) {
  auto machine = healthy_machine();
  (*machine.smbios).dimms[0].bytes = 64 * GiB;
  const auto item = item_of("memory/channels", machine);
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_THAT(item.remedy, HasSubstr("evenly"));
}

TEST(MemoryChannels, says_where_labels_do_not_tell) {
  auto machine = healthy_machine();
  for (auto& dimm : (*machine.smbios).dimms) dimm.locator = "PROC 1 DIMM 1", dimm.bank = "";
  EXPECT_EQ(item_of("memory/channels", machine).skip, SkipKind::not_observable);
}

TEST(MemorySpeed, warns_below_the_rating_and_names_the_modules) {
  auto machine = healthy_machine();
  (*machine.smbios).dimms[4].configured_mts = 4800;
  const auto item = item_of("memory/speed", machine);
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_EQ(item.observed, "4800 MT/s");
  EXPECT_THAT(item.evidence, Contains("DIMM_E1: 4800 of 5200 MT/s"));
}

TEST(MemorySpeed, explains_two_modules_on_a_channel) {
  auto machine = healthy_machine();
  auto second = (*machine.smbios).dimms[0];
  second.locator = "DIMM_A2";
  (*machine.smbios).dimms.push_back(second);
  for (auto& dimm : (*machine.smbios).dimms) dimm.configured_mts = 4400;
  EXPECT_THAT(item_of("memory/speed", machine).cause, HasSubstr("two modules on one channel"));
}

TEST(MemorySpeed, warns_of_overclocked_modules) {
  auto machine = healthy_machine();
  for (auto& dimm : (*machine.smbios).dimms) dimm.configured_mts = 6400;
  EXPECT_THAT(item_of("memory/speed", machine).cause, HasSubstr("overclocked"));
}

TEST(MemorySpeed, takes_zero_for_not_told) {
  auto machine = healthy_machine();
  for (auto& dimm : (*machine.smbios).dimms) dimm.configured_mts = 0;
  EXPECT_EQ(item_of("memory/speed", machine).skip, SkipKind::not_observable);
}

TEST(MemoryMixed, warns_of_two_part_numbers) {
  auto machine = healthy_machine();
  (*machine.smbios).dimms[6].part = "OTHER-32G";
  const auto item = item_of("memory/mixed", machine);
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_EQ(item.observed, "2");
}

TEST(MemorySize, does_not_guess_a_module_whose_size_the_firmware_does_not_know) {
  auto machine = healthy_machine();
  (*machine.smbios).dimms[3].bytes = Fact<std::uint64_t>::unreadable("the firmware does not know");
  EXPECT_EQ(item_of("memory/size", machine).skip, SkipKind::not_observable);
  EXPECT_EQ(item_of("memory/dimm_count", machine).outcome,
            item_of("memory/dimm_count", healthy_machine()).outcome)
      << "it is there all the same";
}

TEST(MemoryEcc, fails_where_modules_have_it_and_the_firmware_leaves_it_off) {
  auto machine = healthy_machine();
  (*machine.smbios).arrays[0].ecc = "None";
  machine.memory.edac = {};
  EXPECT_EQ(item_of("memory/ecc", machine).outcome, Outcome::fail);
}

TEST(MemoryEcc, trusts_the_driver_over_the_tables_of_the_board) {
  auto machine = healthy_machine();
  (*machine.smbios).arrays[0].ecc = "None";
  EXPECT_EQ(item_of("memory/ecc", machine).outcome, Outcome::pass);
  machine = healthy_machine();
  for (auto& dimm : (*machine.memory.edac)[0].dimms) dimm.ecc_mode = "None";
  EXPECT_EQ(item_of("memory/ecc", machine).outcome, Outcome::fail);
}

TEST(MemoryEcc, does_not_pass_on_words_that_are_no_answer_or_that_differ) {
  auto machine = healthy_machine();
  for (auto& dimm : (*machine.memory.edac)[0].dimms) dimm.ecc_mode = "Unknown";
  (*machine.smbios).arrays[0].ecc = "Unknown";
  EXPECT_EQ(item_of("memory/ecc", machine).skip, SkipKind::not_observable);

  machine = healthy_machine();
  for (auto& dimm : (*machine.memory.edac)[0].dimms) dimm.ecc_mode = "None";
  for (auto& dimm : (*machine.smbios).dimms) dimm.total_width = {};
  EXPECT_EQ(item_of("memory/ecc", machine).outcome, Outcome::inconclusive);
}

TEST(MemoryEcc, warns_where_nobody_reports_the_errors) {
  auto machine = healthy_machine();
  machine.memory.edac = {};
  const auto item = item_of("memory/ecc", machine);
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_THAT(item.remedy, HasSubstr("EDAC"));
}

TEST(MemoryEcc, warns_of_a_module_without_correction_bits) {
  auto machine = healthy_machine();
  (*machine.smbios).dimms[2].total_width = 64;
  EXPECT_EQ(item_of("memory/ecc", machine).outcome, Outcome::warn);
}

TEST(MemoryEcc, does_not_apply_to_a_desktop_without_it) {
  auto machine = healthy_machine();
  (*machine.smbios).arrays[0].ecc = "None";
  for (auto& dimm : (*machine.smbios).dimms) dimm.total_width = 64;
  machine.memory.edac = {};
  EXPECT_EQ(item_of("memory/ecc", machine).skip, SkipKind::not_applicable);
  const auto profile = profile_with("memory/ecc", Comparison::equal, "on");
  EXPECT_EQ(item_of("memory/ecc", machine, {.profile = &profile}).outcome, Outcome::fail);
}

Snapshot with_errors(std::uint64_t corrected, std::uint64_t uncorrected) {
  auto machine = healthy_machine();
  auto& controller = (*machine.memory.edac)[0];
  controller.corrected = corrected, controller.uncorrected = uncorrected;
  controller.dimms[3].corrected = corrected, controller.dimms[3].uncorrected = uncorrected;
  controller.dimms[3].label = "DIMM_D1";
  return machine;
}

TEST(MemoryEdacErrors, grade_corrected_and_uncorrected_ones) {
  EXPECT_EQ(item_of("memory/edac_errors", with_errors(3, 0)).outcome, Outcome::warn);
  const auto item = item_of("memory/edac_errors", with_errors(3, 1));
  EXPECT_EQ(item.outcome, Outcome::fail);
  EXPECT_EQ(item.subject.place, "DIMM_D1");
  EXPECT_EQ(item.observed, "1 uncorrected, 3 corrected since boot");
}

TEST(MemoryEdacErrors, count_only_what_came_since_the_earlier_state) {
  const auto before = with_errors(1000, 0);
  EXPECT_EQ(item_of("memory/edac_errors", with_errors(1000, 0), {.before = &before}).outcome,
            Outcome::pass);
  const auto item = item_of("memory/edac_errors", with_errors(1005, 0), {.before = &before});
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_EQ(item.observed, "0 uncorrected, 5 corrected since the earlier state");
}

TEST(MemoryEdacErrors, that_were_uncorrected_before_the_run_still_warn) {
  const auto before = with_errors(0, 2);
  const auto item = item_of("memory/edac_errors", with_errors(0, 2), {.before = &before});
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_THAT(item.observed, HasSubstr("2 uncorrected earlier in this boot"));
}

TEST(MemoryEdacErrors, are_inconclusive_where_a_counter_was_set_back) {
  const auto before = with_errors(1000, 0);
  EXPECT_EQ(item_of("memory/edac_errors", with_errors(4, 0), {.before = &before}).outcome,
            Outcome::inconclusive);
}

TEST(MemoryEdacErrors, of_unknown_place_count_too) {
  auto machine = healthy_machine();
  (*machine.memory.edac)[0].corrected = 2;
  const auto item = item_of("memory/edac_errors", machine);
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_EQ(item.subject.kind, "machine");
}

TEST(MemoryEdacErrors, are_not_observable_without_a_driver) {
  auto machine = healthy_machine();
  machine.memory.edac = {};
  EXPECT_EQ(item_of("memory/edac_errors", machine).skip, SkipKind::not_observable);
  machine.memory.edac = std::vector<EdacController>{{.name = "mc0"}};
  (*machine.memory.edac)[0].corrected = Fact<std::uint64_t>::unreadable("I/O error");
  EXPECT_EQ(item_of("memory/edac_errors", machine).skip, SkipKind::not_observable);
}

Snapshot with_log(std::initializer_list<const char*> texts) {
  auto machine = healthy_machine();
  for (const auto* text : texts)
    (*machine.kernel_log)
        .lines.push_back({.boottime_us = 1'000'000, .topic = LogTopic::memory, .text = text});
  return machine;
}

TEST(MemoryMachineChecks, fail_on_an_exception) {
  auto machine = healthy_machine();
  machine.memory.machine_checks = 1;
  EXPECT_EQ(item_of("memory/machine_checks", machine).outcome, Outcome::fail);
  const auto before = item_of("memory/machine_checks", machine, {.before = &machine});
  EXPECT_EQ(before.outcome, Outcome::warn);
  EXPECT_THAT(before.observed, HasSubstr("1 exceptions earlier in this boot"));
  const auto healthy = healthy_machine();
  EXPECT_EQ(item_of("memory/machine_checks", healthy, {.before = &healthy}).outcome, Outcome::pass);
}

TEST(MemoryMachineChecks, read_the_status_of_a_bank) {
  EXPECT_EQ(item_of("memory/machine_checks",
                    with_log({"mce: [Hardware Error]: CPU 3: Machine Check: 0 Bank 18: "
                              "98004000003e0000"}))
                .outcome,
            Outcome::warn);
  EXPECT_EQ(item_of("memory/machine_checks",
                    with_log({"mce: [Hardware Error]: CPU 2: Machine Check: 0 Bank 5: "
                              "bea0000000000108"}))
                .outcome,
            Outcome::fail);
  EXPECT_EQ(item_of("memory/machine_checks",
                    with_log({"mce: [Hardware Error]: CPU 2: Machine Check: 0 Bank 5: "}))
                .outcome,
            Outcome::warn);
}

TEST(MemoryMachineChecks, leave_pcie_records_to_their_own_check) {
  EXPECT_EQ(item_of("memory/machine_checks",
                    with_log({"{3}[Hardware Error]: event severity: recoverable",
                              "{3}[Hardware Error]:   section_type: PCIe error"}))
                .outcome,
            Outcome::pass);
  EXPECT_EQ(item_of("memory/machine_checks",
                    with_log({"{4}[Hardware Error]: event severity: recoverable",
                              "{4}[Hardware Error]:   section_type: memory error"}))
                .outcome,
            Outcome::fail);
}

TEST(MemoryMachineChecks, take_no_ordinary_line_for_an_error) {
  EXPECT_EQ(item_of("memory/machine_checks",
                    with_log({"mce: CPU0: Thermal monitoring enabled (TM1)",
                              "EDAC MC0: Giving out device to module amd64_edac"}))
                .outcome,
            Outcome::pass);
}

TEST(MemoryMachineChecks, forget_earlier_boots) {
  auto machine = with_log({"[Hardware Error]: Uncorrected, software restartable error."});
  (*machine.kernel_log).lines[0].earlier_boot = true;
  EXPECT_EQ(item_of("memory/machine_checks", machine).outcome, Outcome::pass);
}

TEST(MemoryFree, warns_of_a_full_machine) {
  auto machine = healthy_machine();
  machine.memory.available_bytes = 20 * GiB;
  EXPECT_EQ(item_of("memory/free", machine).outcome, Outcome::warn);
}

TEST(MemorySwap, warns_of_swap_in_use_and_of_pages_moved) {
  auto machine = healthy_machine();
  machine.memory.swap_total_bytes = 8 * GiB, machine.memory.swap_free_bytes = 8 * GiB;
  const auto before = machine;
  EXPECT_EQ(item_of("memory/swap", machine).outcome, Outcome::pass);
  machine.memory.pswpout = 1000;
  EXPECT_EQ(item_of("memory/swap", machine, {.before = &before}).outcome, Outcome::warn);
  machine = before;
  machine.memory.swap_free_bytes = 0;
  EXPECT_EQ(item_of("memory/swap", machine).outcome, Outcome::warn);
}

TEST(MemoryAdvice, warns_only_where_it_matters) {
  auto machine = healthy_machine();
  machine.memory.swappiness = 100, machine.memory.numa_balancing = 1;
  machine.memory.zone_reclaim_mode = 1;
  EXPECT_EQ(item_of("memory/swappiness", machine).outcome, Outcome::pass);
  EXPECT_EQ(item_of("memory/numa_balancing", machine).outcome, Outcome::pass);
  EXPECT_EQ(item_of("memory/zone_reclaim", machine).outcome, Outcome::pass);
  machine.memory.swap_total_bytes = GiB;
  (*machine.memory.nodes).push_back({.id = 1, .cpus = "32-63"});
  EXPECT_EQ(item_of("memory/swappiness", machine).outcome, Outcome::warn);
  EXPECT_EQ(item_of("memory/numa_balancing", machine).outcome, Outcome::warn);
  EXPECT_EQ(item_of("memory/zone_reclaim", machine).outcome, Outcome::warn);
}

TEST(MemoryThp, warns_of_never) {
  auto machine = healthy_machine();
  machine.memory.thp_enabled = "never";
  EXPECT_EQ(item_of("memory/thp", machine).outcome, Outcome::warn);
}

}  // namespace
}  // namespace gpuproof
