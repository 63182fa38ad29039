// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/vgpu/scenario/condition.h"

#include <gtest/gtest.h>

#include "tests/vgpu/selftest/changed_scenario.h"

namespace gpuproof::vgpu {
namespace {

Scenario with_faults(const std::string& faults) {
  const ScenarioFolder folder;
  return load_scenario(folder.changed("h100x1", "\"faults\": [" + faults + "]"));
}

constexpr Moment idle{}, busy{.seconds = 10, .launches = 100, .busy = true};

TEST(Condition, LoadRaisesClockPowerAndHeat) {
  const auto s = with_faults("");
  const auto before = condition_of(s, 0, idle), during = condition_of(s, 0, busy);
  EXPECT_EQ(before.sm_mhz, 345);
  EXPECT_EQ(during.sm_mhz, 1830);
  EXPECT_GT(during.power_w, before.power_w);
  EXPECT_GT(during.temperature_c, before.temperature_c);
  EXPECT_EQ(during.event_reasons, 0u);
}

TEST(Condition, AFaultWaitsForItsMoment) {
  const auto s =
      with_faults(R"({"kind": "gpu_lost", "gpu": 0, "after_launches": 100, "after_s": 5})");
  EXPECT_FALSE(condition_of(s, 0, {.seconds = 10, .launches = 99}).lost);
  EXPECT_FALSE(condition_of(s, 0, {.seconds = 4, .launches = 100}).lost);
  const auto lost = condition_of(s, 0, busy);
  EXPECT_TRUE(lost.lost);
  EXPECT_EQ(lost.xids, std::vector<std::uint64_t>{79});
}

TEST(Condition, HalfThePowerIsFourFifthsOfTheClock) {
  const auto capped =
      condition_of(with_faults(R"({"kind": "power_cap", "watts": 327.5})"), 0, busy);
  EXPECT_NEAR(capped.sm_mhz / 1830, 0.7937, 1e-3);
  EXPECT_EQ(capped.event_reasons, event_reason_bit("sw_power_cap"));
  EXPECT_EQ(capped.power_limit_w, 327.5);
}

TEST(Condition, ThrottlingNeedsLoadToSlowTheClock) {
  const auto s = with_faults(R"({"kind": "throttle", "factor": 0.5, "reasons": ["hw_slowdown"]})");
  EXPECT_EQ(condition_of(s, 0, busy).sm_mhz, 915);
  EXPECT_EQ(condition_of(s, 0, busy).event_reasons, event_reason_bit("hw_slowdown"));
  EXPECT_EQ(condition_of(s, 0, idle).event_reasons, event_reason_bit("gpu_idle"));
  EXPECT_EQ(condition_of(s, 0, idle).sm_mhz, 345);
}

TEST(Condition, ASlowLinkToAPeerLeavesTheHostLink) {
  const auto s = with_faults(R"({"kind": "slow_link", "factor": 0.5},
                                {"kind": "slow_link", "factor": 0.1, "peer": 0},
                                {"kind": "narrow_link", "generation": 3})");
  EXPECT_EQ(condition_of(s, 0, busy).pcie_factor, 0.5);
  EXPECT_EQ(condition_of(s, 0, busy).pcie_generation, 3);
}

}  // namespace
}  // namespace gpuproof::vgpu
