// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/base/clock.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace gpuproof {
namespace {

Nanoseconds told_time, followed_fd, left;

class VirtualTimeTest : public testing::Test {
 protected:
  VirtualTimeTest() {
    told_time = 5'000;
    followed_fd = -1;
    left = 0;
    use_virtual_time({.now = [] { return told_time; },
                      .sleep = [](Nanoseconds ns) { told_time += ns; },
                      .follow =
                          [](Nanoseconds ns, int fd) {
                            told_time += ns;
                            followed_fd = fd;
                            return 1;
                          },
                      .leave = [] { ++left; }});
  }
  ~VirtualTimeTest() override { use_virtual_time({}); }
};

TEST_F(VirtualTimeTest, stands_in_for_the_monotonic_clocks_and_sleeps) {
  EXPECT_EQ(system_clock().boottime(), 5'000);
  EXPECT_EQ(system_clock().raw(), 5'000);
  system_clock().sleep(60'000'000'000);
  EXPECT_EQ(system_clock().raw(), 60'000'005'000);
  EXPECT_TRUE(system_clock().sleep_or_read(7, 3));
  EXPECT_EQ(told_time, 60'000'005'007);
  EXPECT_EQ(followed_fd, 3);
  system_clock().step_out();
  EXPECT_EQ(left, 1);
}

TEST_F(VirtualTimeTest, leaves_the_real_clock_alone) {
  EXPECT_GT(real_clock().raw(), 1'000'000);
  EXPECT_NE(system_clock().wall(), told_time);
  use_virtual_time({});
  EXPECT_GE(system_clock().raw(), real_clock().raw() - 1'000'000'000);
}

TEST(RealClock, waits_for_the_time_or_for_the_descriptor) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const auto begin = real_clock().raw();
  EXPECT_FALSE(real_clock().sleep_or_read(20'000'000, ends[0]));
  EXPECT_GE(real_clock().raw() - begin, 19'000'000);
  ASSERT_EQ(::write(ends[1], "x", 1), 1);
  EXPECT_TRUE(real_clock().sleep_or_read(60'000'000'000, ends[0]));
  EXPECT_FALSE(real_clock().sleep_or_read(-5, ends[1]));
  ::close(ends[0]);
  ::close(ends[1]);
}

}  // namespace
}  // namespace gpuproof
