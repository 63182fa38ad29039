// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A chip that cools to its clock is steady only after the knee; a ramp never is.
#include "harness/measure/steady.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gpuproof {
namespace {

TEST(SteadyWindow, exponential_decay_is_steady_after_the_knee) {
  SteadyWindow window(1.0);
  double steady_at = -1;
  for (double t = 0; t < 20; t += 0.05) {
    window.add(t, 1 + 0.5 * (1 - std::exp(-t / 2)));
    if (window.steady() && steady_at < 0) steady_at = t;
  }
  EXPECT_GT(steady_at, 5);
  EXPECT_LT(steady_at, 12);
}

TEST(SteadyWindow, ramp_is_never_steady) {
  SteadyWindow window(1.0);
  for (double t = 0; t < 20; t += 0.05) {
    window.add(t, 1 + 0.1 * t);
    EXPECT_FALSE(window.steady());
  }
}

TEST(SteadyWindow, one_disturbed_value_does_not_hide_steadiness) {
  SteadyWindow window(1.0);
  for (int i = 0; i <= 30; ++i) window.add(i * 0.05, i == 25 ? 50.0 : 1.0);
  EXPECT_TRUE(window.steady());
}

TEST(SteadyWindow, needs_a_full_window_and_rejects_nan) {
  SteadyWindow window(10.0);
  for (int i = 0; i < 50; ++i) window.add(i * 0.1, 1.0);
  EXPECT_FALSE(window.steady());
  SteadyWindow broken(1.0);
  for (int i = 0; i < 50; ++i) broken.add(i * 0.1, std::numeric_limits<double>::quiet_NaN());
  EXPECT_FALSE(broken.steady());
}

}  // namespace
}  // namespace gpuproof
