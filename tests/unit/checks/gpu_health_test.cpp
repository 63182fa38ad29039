// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// ECC, clocks, power, links and the other states that NVML tells.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/base/units.h"
#include "harness/checks/gpu/event_reasons.h"
#include "tests/unit/checks/gpu_machine.h"

namespace gpuproof {
namespace {

using testing::HasSubstr;

Outcome outcome_of(const std::string& check, const Snapshot& s, const CheckRun& run = {}) {
  return item_of(check, s, run).outcome;
}

TEST(GpuHealth, a_good_gpu_passes_every_check) {
  const auto s = gpu_machine(2);
  for (const auto& item : run_checks({.now = s, .expected_gpus = 2}))
    if (item.key.starts_with("gpu/") || item.key.starts_with("pcie/")) {
      EXPECT_TRUE(item.outcome == Outcome::pass || item.outcome == Outcome::skip)
          << item.key << ": " << item.finding;
    }
}

TEST(GpuHealth, without_gpus_only_the_required_checks_speak) {
  const RunWindow window{.from_us = 1, .to_us = 2};
  const auto s = healthy_machine();
  for (const auto& item : run_checks({.now = s, .window = &window})) {
    if (!item.key.starts_with("gpu/")) continue;
    EXPECT_TRUE(item.key == "gpu/inventory" || item.key == "gpu/driver" || item.key == "gpu/xid" ||
                item.key == "gpu/ecc")
        << item.key;
    EXPECT_EQ(item.skip, SkipKind::not_applicable) << item.key;
  }
}

TEST(GpuHealth, a_build_without_cuda_says_so_once_a_check) {
  const auto s = unasked_gpu_machine(8);
  for (const auto* check : {"gpu/ecc", "gpu/throttle", "gpu/power_limit", "pcie/replays"}) {
    const auto item = item_of(check, s);
    EXPECT_EQ(item.skip, SkipKind::unavailable) << check;
    EXPECT_THAT(item.observed, HasSubstr("no CUDA")) << check;
  }
}

TEST(GpuEcc, counters_that_cannot_be_read_are_no_clean_record) {
  auto s = gpu_machine();
  nvml_gpu(s).ecc_uncorrected_volatile = Fact<std::uint64_t>::unreadable("NVML_ERROR_UNKNOWN");
  nvml_gpu(s).ecc_uncorrected_aggregate = Fact<std::uint64_t>::unreadable("NVML_ERROR_UNKNOWN");
  const auto item = item_of("gpu/ecc", s);
  EXPECT_EQ(item.skip, SkipKind::not_observable);
  EXPECT_THAT(item.observed, HasSubstr("NVML_ERROR_UNKNOWN"));
}

TEST(GpuEcc, mode_against_default_and_profile) {
  auto s = gpu_machine();
  nvml_gpu(s).ecc_current = nvml_gpu(s).ecc_pending = false;
  EXPECT_EQ(outcome_of("gpu/ecc", s), Outcome::fail);
  nvml_gpu(s).ecc_default = false;
  EXPECT_EQ(outcome_of("gpu/ecc", s), Outcome::pass);
  const auto enabled = profile_with("gpu/ecc", Comparison::equal, "enabled");
  EXPECT_EQ(outcome_of("gpu/ecc", s, {.profile = &enabled}), Outcome::fail);
  nvml_gpu(s).ecc_pending = true;
  const auto waiting = item_of("gpu/ecc", s, {.profile = &enabled});
  EXPECT_EQ(waiting.outcome, Outcome::fail);
  EXPECT_THAT(waiting.cause, HasSubstr("waits for a reboot"));
}

TEST(GpuEcc, a_card_without_it) {
  auto s = gpu_machine();
  nvml_gpu(s).ecc_current = {};
  EXPECT_EQ(item_of("gpu/ecc", s).skip, SkipKind::not_applicable);
  nvml_gpu(s).ecc_current = Fact<bool>::unreadable("NVML_ERROR_UNKNOWN");
  EXPECT_EQ(item_of("gpu/ecc", s).skip, SkipKind::not_observable);
}

TEST(GpuEcc, a_volatile_counter_that_was_cleared_hides_nothing) {
  auto s = gpu_machine(), before = s;
  nvml_gpu(s).ecc_uncorrected_aggregate = std::uint64_t{1};
  EXPECT_EQ(outcome_of("gpu/ecc", s, {.before = &before}), Outcome::fail);
  EXPECT_EQ(outcome_of("gpu/ecc", s), Outcome::warn) << "history without a snapshot before";
  nvml_gpu(s).ecc_uncorrected_volatile = std::uint64_t{1};
  EXPECT_EQ(outcome_of("gpu/ecc", s), Outcome::fail);
  nvml_gpu(s).ecc_uncorrected_volatile = std::uint64_t{0};
  nvml_gpu(s).ecc_uncorrected_aggregate = std::uint64_t{0};
  nvml_gpu(before).ecc_uncorrected_aggregate = std::uint64_t{5};
  EXPECT_EQ(outcome_of("gpu/ecc", s, {.before = &before}), Outcome::inconclusive);
}

TEST(GpuRowRemap, failure_pending_and_limit) {
  auto s = gpu_machine();
  nvml_gpu(s).remap_pending = true;
  EXPECT_EQ(outcome_of("gpu/row_remap", s), Outcome::warn);
  nvml_gpu(s).remap_failure = true;
  EXPECT_EQ(outcome_of("gpu/row_remap", s), Outcome::fail);
  nvml_gpu(s).remap_failure = nvml_gpu(s).remap_pending = false;
  nvml_gpu(s).remapped_uncorrected = std::uint64_t{600};
  EXPECT_EQ(outcome_of("gpu/row_remap", s), Outcome::fail);
  nvml_gpu(s).remap_failure = nvml_gpu(s).remap_pending = {};
  nvml_gpu(s).remapped_uncorrected = {};
  EXPECT_EQ(item_of("gpu/row_remap", s).skip, SkipKind::not_applicable);
}

TEST(GpuMemoryRepair, what_waits_and_what_cannot_be_repaired) {
  auto s = gpu_machine();
  EXPECT_TRUE(items_of("gpu/memory_repair", s).empty());
  nvml_gpu(s).channel_repair_pending = true;
  EXPECT_EQ(outcome_of("gpu/memory_repair", s), Outcome::warn);
  nvml_gpu(s).unrepairable_memory = true;
  EXPECT_EQ(outcome_of("gpu/memory_repair", s), Outcome::fail);
}

// Every set of known bits, with and without an unknown one: bits are tested, never whole values.
TEST(GpuThrottle, truth_table) {
  auto s = gpu_machine();
  nvml_gpu(s).samples.resize(2);
  for (std::uint64_t bits = 0; bits < 1024; ++bits) {
    nvml_gpu(s).samples[1].event_reasons = bits;
    const bool bad = bits & 0xe0, suspect = bits & 0x208;
    const auto wanted = bad ? Outcome::fail : suspect ? Outcome::warn : Outcome::pass;
    ASSERT_EQ(outcome_of("gpu/throttle", s), wanted) << std::hex << bits;
  }
}

TEST(GpuThrottle, a_hardware_slowdown_that_lasts_fails) {
  auto s = gpu_machine();
  auto& samples = nvml_gpu(s).samples;
  samples[1].event_reasons = std::uint64_t{8};
  EXPECT_EQ(outcome_of("gpu/throttle", s), Outcome::warn);
  samples.push_back(samples[0]);
  samples.push_back(samples[1]);
  EXPECT_EQ(outcome_of("gpu/throttle", s), Outcome::warn) << "two flickers apart";
  samples.push_back(samples[1]);
  EXPECT_EQ(outcome_of("gpu/throttle", s), Outcome::fail);
}

TEST(EventReasons, names_unknown_bits_in_hexadecimal) {
  const auto reasons = event_reasons(0x200);
  ASSERT_EQ(reasons.size(), 1u);
  EXPECT_EQ(reasons[0].name, "0x200");
  EXPECT_EQ(reasons[0].grade, ReasonGrade::unknown);
  EXPECT_EQ(event_reasons(std::uint64_t{1} << 63).size(), 1u);
}

TEST(GpuPowerLimit, each_card_by_its_own_default) {
  auto s = gpu_machine(2);
  nvml_gpu(s, 0).power_limit_w = 230.0, nvml_gpu(s, 0).power_default_w = 370.0;
  nvml_gpu(s, 1).power_limit_w = 230.0, nvml_gpu(s, 1).power_default_w = 420.0;
  const auto items = items_of("gpu/power_limit", s);
  EXPECT_EQ(items[0].outcome, Outcome::warn);
  EXPECT_THAT(items[0].cause, HasSubstr("62 %"));
  EXPECT_THAT(items[1].cause, HasSubstr("55 %"));
}

TEST(GpuApplicationClocks, the_default_is_not_the_maximum) {
  auto s = gpu_machine();
  auto& g = nvml_gpu(s);
  g.application_sm_mhz = 1275.0, g.default_application_sm_mhz = 1275.0, g.max_sm_mhz = 1410.0;
  EXPECT_EQ(outcome_of("gpu/application_clocks", s), Outcome::pass);
  g.application_sm_mhz = 1005.0;
  const auto item = item_of("gpu/application_clocks", s);
  EXPECT_EQ(item.outcome, Outcome::fail);
  EXPECT_THAT(item.cause, HasSubstr("1005 MHz (79 %)"));
}

TEST(GpuClocks, a_lock_below_the_maximum_fails) {
  auto s = gpu_machine();
  EXPECT_EQ(outcome_of("gpu/clocks", s), Outcome::pass);
  nvml_gpu(s).locked_sm_mhz = 1005.0;
  EXPECT_EQ(outcome_of("gpu/clocks", s), Outcome::fail);
  nvml_gpu(s).max_sm_mhz = {};
  EXPECT_EQ(item_of("gpu/clocks", s).skip, SkipKind::not_applicable);
}

TEST(GpuPerformanceState, only_load_is_judged) {
  auto s = gpu_machine();
  nvml_gpu(s).samples[1].performance_state = 2;
  EXPECT_EQ(outcome_of("gpu/performance_state", s), Outcome::pass);
  nvml_gpu(s).samples[1].performance_state = 8;
  EXPECT_EQ(outcome_of("gpu/performance_state", s), Outcome::fail);
  nvml_gpu(s).samples.resize(1);
  EXPECT_EQ(item_of("gpu/performance_state", s).skip, SkipKind::not_observable);
}

TEST(GpuTemperature, against_the_threshold_of_the_chip) {
  auto s = gpu_machine();
  nvml_gpu(s).slowdown_c = 90;
  EXPECT_EQ(outcome_of("gpu/temperature", s), Outcome::pass);
  nvml_gpu(s).samples[1].temperature_c = 87;
  EXPECT_EQ(outcome_of("gpu/temperature", s), Outcome::warn);
  nvml_gpu(s).samples[1].temperature_c = 90;
  EXPECT_EQ(outcome_of("gpu/temperature", s), Outcome::fail);
}

void set_links(Snapshot& s, int gpu, int count, const std::vector<int>& down) {
  std::vector<NvLink> links;
  for (int i = 0; i < count; ++i)
    links.push_back({.link = i,
                     .state = std::count(down.begin(), down.end(), i) ? std::string("inactive")
                                                                      : std::string("active")});
  nvml_gpu(s, gpu).nvlinks = links;
}

TEST(GpuNvlink, absent_by_design_is_not_broken) {
  auto s = gpu_machine();
  EXPECT_EQ(item_of("gpu/nvlink", s).skip, SkipKind::not_applicable) << "no NVLink at all";
  set_links(s, 0, 2, {0, 1});
  EXPECT_EQ(item_of("gpu/nvlink", s).skip, SkipKind::no_expectation);
  const auto none = profile_with("gpu/nvlink", Comparison::equal, "0");
  EXPECT_EQ(item_of("gpu/nvlink", s, {.profile = &none}).skip, SkipKind::not_applicable);
  const auto two = profile_with("gpu/nvlink", Comparison::equal, "2");
  EXPECT_EQ(item_of("gpu/nvlink", s, {.profile = &two}).outcome, Outcome::fail);
}

TEST(GpuNvlink, names_the_links_that_a_gpu_lost) {
  auto s = gpu_machine(4);
  for (int i = 0; i < 4; ++i) set_links(s, i, 6, i == 3 ? std::vector{3, 5} : std::vector<int>{});
  const auto items = items_of("gpu/nvlink", s);
  EXPECT_EQ(item_with(items, "gpu/nvlink{gpu=0}").outcome, Outcome::pass);
  const auto item = item_with(items, "gpu/nvlink{gpu=3}");
  EXPECT_EQ(item.outcome, Outcome::fail);
  EXPECT_THAT(item.cause, HasSubstr("3, 5"));
}

TEST(GpuNvlink, what_cannot_be_read_is_neither_down_nor_zero) {
  auto s = gpu_machine(2);
  for (int i = 0; i < 2; ++i) set_links(s, i, 6, {});
  (*nvml_gpu(s, 1).nvlinks)[4].state = Fact<std::string>::unreadable("NVML_ERROR_UNKNOWN");
  auto item = item_with(items_of("gpu/nvlink", s), "gpu/nvlink{gpu=1}");
  EXPECT_EQ(item.skip, SkipKind::not_observable);
  EXPECT_THAT(item.observed, HasSubstr("links 4"));

  set_links(s, 1, 6, {});
  (*nvml_gpu(s, 1).nvlinks)[2].crc_errors = 7;
  auto before = s;
  (*nvml_gpu(before, 1).nvlinks)[2].crc_errors = Fact<std::uint64_t>::unreadable("timeout");
  item = item_with(items_of("gpu/nvlink", s, {.before = &before}), "gpu/nvlink{gpu=1}");
  EXPECT_EQ(item.outcome, Outcome::pass) << item.observed;
}

TEST(GpuNvlink, a_link_that_is_up_again_is_worth_a_look) {
  auto s = gpu_machine();
  set_links(s, 0, 18, {});
  log_line(s,
           "NVRM: Xid (PCI:0000:c1:00): 74, pid='<unknown>', name=<unknown>, NVLink: fatal error "
           "detected on link 9(0x10000, 0x0, 0x0, 0x0, 0x0, 0x0, 0x0)");
  const auto item = item_of("gpu/nvlink", s);
  EXPECT_EQ(item.outcome, Outcome::warn);
  EXPECT_THAT(item.observed, HasSubstr("link 9"));
}

TEST(GpuOtherProcesses, a_desktop_warns_and_work_disturbs) {
  auto s = gpu_machine();
  EXPECT_EQ(outcome_of("gpu/other_processes", s), Outcome::pass);
  nvml_gpu(s).processes = std::vector<GpuProcess>{{900, 512 * MiB, "Xorg", "graphics"}};
  EXPECT_EQ(outcome_of("gpu/other_processes", s), Outcome::warn);
  nvml_gpu(s).processes = std::vector<GpuProcess>{{900, 40 * GiB, "game", "graphics"}};
  EXPECT_EQ(outcome_of("gpu/other_processes", s), Outcome::inconclusive);
  nvml_gpu(s).processes = std::vector<GpuProcess>{{901, 1 * MiB, "train.py", "compute"}};
  EXPECT_EQ(outcome_of("gpu/other_processes", s), Outcome::inconclusive);
  const RunWindow window{.from_us = 1, .to_us = 2, .own_pids = {901}};
  EXPECT_EQ(outcome_of("gpu/other_processes", s, {.window = &window}), Outcome::pass);
}

TEST(GpuSettings, mig_compute_mode_and_persistence) {
  auto s = gpu_machine();
  nvml_gpu(s).mig_mode = "enabled";
  EXPECT_EQ(outcome_of("gpu/mig", s), Outcome::warn);
  nvml_gpu(s).compute_mode = "Prohibited";
  EXPECT_EQ(outcome_of("gpu/compute_mode", s), Outcome::fail);
  nvml_gpu(s).persistence = false;
  s.gpu.cuda_init_s = 9.1;
  EXPECT_EQ(outcome_of("gpu/persistence", s), Outcome::warn);
  EXPECT_EQ(outcome_of("gpu/cuda_init", s), Outcome::warn);
}

TEST(GpuNuma, unknown_matters_where_there_are_several_nodes) {
  auto s = gpu_machine();
  pci_gpu(s).numa_node = -1;
  EXPECT_EQ(outcome_of("gpu/numa", s), Outcome::pass);
  s.memory.nodes = std::vector<NumaNode>(2);
  EXPECT_EQ(outcome_of("gpu/numa", s), Outcome::warn);
}

TEST(GpuMemorySize, shared_memory_is_not_a_fault) {
  auto s = gpu_machine(2);
  nvml_gpu(s, 1).memory_bytes = 80 * GiB;
  EXPECT_EQ(item_with(items_of("gpu/memory_size", s), "gpu/memory_size{gpu=1}").outcome,
            Outcome::fail);
  nvml_gpu(s, 1).memory_bytes = {};
  EXPECT_EQ(item_with(items_of("gpu/memory_size", s), "gpu/memory_size{gpu=1}").skip,
            SkipKind::not_applicable);
}

}  // namespace
}  // namespace gpuproof
