// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>
#include <thread>
#include <vector>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "tests/vgpu/clock/virtual_clock.h"
#include "tests/vgpu/selftest/child_process.h"

namespace gpuproof::vgpu {
namespace {

constexpr std::int64_t second = 1'000'000'000;

void pause_real(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

struct Pipe {
  Pipe() { EXPECT_EQ(::pipe(ends), 0); }
  ~Pipe() {
    ::close(ends[0]);
    ::close(ends[1]);
  }
  void say(char c = 'x') const { EXPECT_EQ(::write(ends[1], &c, 1), 1); }
  char hear() const {
    char c = 0;
    EXPECT_EQ(::read(ends[0], &c, 1), 1);
    return c;
  }
  int ends[2];
};

// Members of time are processes of their own, so that each test ends without any.
class VirtualClockTest : public testing::Test {
 protected:
  ScratchFile file_;
  StateFile state_{file_.name()};
  VirtualClock clock_{state_};

  ChildProcess member(std::function<int(VirtualClock&)> body) const {
    return ChildProcess([this, body] {
      auto* const own = new StateFile(file_.name());  // outlives what the thread keeps of it
      VirtualClock clock(*own);
      return body(clock);
    });
  }
  bool reaches(std::int64_t ns, double patience_s = 20) const {
    for (RealStopwatch watch; watch.seconds() < patience_s; pause_real(1))
      if (clock_.observed() >= ns) return true;
    return false;
  }
};

TEST_F(VirtualClockTest, AMinuteOfSleepTakesMilliseconds) {
  const RealStopwatch watch;
  auto child = member([](VirtualClock& clock) {
    for (int i = 0; i < 60; ++i) clock.wait_until(clock.now() + second);
    return clock.now() == 60 * second ? 0 : 1;
  });
  EXPECT_EQ(child.wait(), 0);
  EXPECT_EQ(clock_.observed(), 60 * second);
  EXPECT_LT(watch.seconds(), 10);  // milliseconds, on a machine that does nothing else
}

TEST_F(VirtualClockTest, OwnWorkIsSettledWithTheNextWait) {
  auto child = member([](VirtualClock& clock) {
    clock.spend(300);
    if (clock.now() != 300 || clock.observed() != 0) return 1;
    clock.wait_until(200);  // already past, as it sees it
    if (clock.now() != 300) return 2;
    clock.spend(50);
    clock.wait_until(1000);
    return clock.now() == 1000 ? 0 : 3;
  });
  EXPECT_EQ(child.wait(), 0);
}

TEST_F(VirtualClockTest, TimeStandsStillWhileAMemberWorks) {
  Pipe joined, go;
  auto busy = member([&](VirtualClock& clock) {
    clock.now();
    joined.say();
    go.hear();
    clock.wait_until(5 * second);
    return 0;
  });
  joined.hear();
  auto idle = member([](VirtualClock& clock) {
    clock.wait_until(2 * second);
    return clock.now() == 2 * second ? 0 : 1;
  });
  pause_real(60);
  EXPECT_EQ(clock_.observed(), 0);
  go.say();
  EXPECT_EQ(idle.wait(), 0);
  EXPECT_EQ(busy.wait(), 0);
  EXPECT_EQ(clock_.observed(), 5 * second);
}

TEST_F(VirtualClockTest, WhoLeftIsNotWaitedForAndComesBackByItself) {
  Pipe left, go;
  auto away = member([&](VirtualClock& clock) {
    clock.now();
    clock.leave();
    left.say();
    go.hear();
    return clock.now() == 2 * second ? 0 : 1;
  });
  left.hear();
  auto other = member([](VirtualClock& clock) {
    clock.wait_until(2 * second);
    return 0;
  });
  EXPECT_EQ(other.wait(), 0);
  go.say();
  EXPECT_EQ(away.wait(), 0);
}

// Samples once a virtual second until it is told to stop; its exit code is their number.
int count_samples(VirtualClock& clock, const Pipe& ready, const Pipe& stop) {
  int samples = 0;
  for (std::int64_t next = clock.now(); true; next += second) {
    const bool told = next > clock.now() && clock.follow_until(next, stop.ends[0]);
    if (told && clock.now() < next) return samples;
    ++samples;
    if (samples == 1) ready.say();
  }
}

TEST_F(VirtualClockTest, AFollowerGetsItsExactNumberOfSamples) {
  Pipe ready, stop;
  auto telemetry = member([&](VirtualClock& clock) { return count_samples(clock, ready, stop); });
  ready.hear();
  const auto work = [](VirtualClock& clock) {
    std::mt19937 random(static_cast<unsigned>(::getpid()));
    while (clock.now() < 60 * second) {
      const auto step = static_cast<std::int64_t>(random() % (second / 2));
      clock.wait_until(std::min(60 * second, clock.now() + step));
    }
    return 0;
  };
  auto one = member(work), two = member(work);
  EXPECT_EQ(one.wait(), 0);
  EXPECT_EQ(two.wait(), 0);
  stop.say();
  EXPECT_EQ(telemetry.wait(), 61);  // at 0 and at each of the 60 seconds
}

TEST_F(VirtualClockTest, AFollowerAloneMovesNoTime) {
  Pipe ready, stop;
  auto telemetry = member([&](VirtualClock& clock) { return count_samples(clock, ready, stop); });
  ready.hear();
  pause_real(60);
  EXPECT_EQ(clock_.observed(), 0);
  stop.say();
  EXPECT_EQ(telemetry.wait(), 1);
}

// Computes and waits for random moments: killed anywhere, the lock and the table included.
int work_without_end(VirtualClock& clock) {
  std::mt19937 random(static_cast<unsigned>(::getpid()));
  volatile unsigned sink = 0;
  while (true) {
    for (unsigned i = random() % 20'000; i > 0; --i) sink = sink + i;
    clock.spend(100);
    clock.wait_until(clock.now() + static_cast<std::int64_t>(random() % 1'000'000));
  }
}

TEST_F(VirtualClockTest, MembersKilledAHundredTimesHoldNoOneUp) {
  Pipe ready, stop;
  auto telemetry = member([&](VirtualClock& clock) { return count_samples(clock, ready, stop); });
  ready.hear();
  std::vector<ChildProcess> workers;
  for (int i = 0; i < 3; ++i) workers.push_back(member(work_without_end));
  std::mt19937 random(7);
  for (int kill = 0; kill < 100; ++kill) {
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 4'000));
    auto& victim = workers[random() % workers.size()];
    victim.kill();  // not yet waited for: a zombie is as dead as one that is gone
    const auto before = clock_.observed();
    ASSERT_TRUE(reaches(before + 1'000'000)) << "after kill " << kill;
    victim.wait();
    victim = member(work_without_end);
  }
  for (auto& worker : workers) worker.kill();
  stop.say();
  EXPECT_EQ(telemetry.wait(), static_cast<int>(clock_.observed() / second) + 1);
}

TEST_F(VirtualClockTest, AKilledHolderOfTheLockCostsOnlyItself) {
  Pipe locked;
  ChildProcess holder([&] {
    StateFile own(file_.name());
    const StateLock lock(own.page());
    locked.say();
    while (true) ::pause();
    return 0;
  });
  locked.hear();
  holder.kill();
  holder.wait();
  const StateLock lock(state_.page());
  EXPECT_EQ(state_.page().layout, StatePage::current_layout);
}

TEST_F(VirtualClockTest, ManyThreadsOfOneProcessAreMembersEach) {
  auto child = member([](VirtualClock& clock) {
    std::vector<std::thread> threads;
    std::atomic<int> ready = 0, right = 0;
    for (int i = 1; i <= 8; ++i)
      threads.emplace_back([&, i] {
        clock.now();
        for (++ready; ready < 8;) std::this_thread::yield();
        clock.wait_until(i * second);
        if (clock.now() == i * second) ++right;
      });
    for (auto& thread : threads) thread.join();
    return right.load();
  });
  EXPECT_EQ(child.wait(), 8);
}

TEST(StateFileTest, RefusesAFileThatIsNoState) {
  const ScratchFile file;
  write_file_atomic(file.name(), std::string(sizeof(StatePage), 'x'));
  EXPECT_THROW(StateFile{file.name()}, InputError);
  EXPECT_THROW(StateFile{"/nowhere/at/all"}, SystemError);
}

}  // namespace
}  // namespace gpuproof::vgpu
