// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/vgpu/clock/gpu_counters.h"

#include <gtest/gtest.h>

#include "harness/base/error.h"
#include "tests/vgpu/clock/virtual_clock.h"
#include "tests/vgpu/selftest/child_process.h"

namespace gpuproof::vgpu {
namespace {

// The state of a process is opened once: each test is a process of its own, which has children.
int in_a_machine(const std::function<int()>& body) {
  const ScratchFile file;
  return ChildProcess([&] {
           ::setenv("VGPU_STATE", file.name(), 1);
           return body();
         })
      .wait();
}

TEST(GpuCounters, LaunchesAreCountedOverAllProcesses) {
  EXPECT_EQ(in_a_machine([] {
              for (int i = 0; i < 3; ++i)
                ChildProcess([] {
                  for (int n = 0; n < 5; ++n) count_launch(2);
                  return 0;
                }).wait();
              return count_launch(2) == 15 && live_gpu(0).moment.launches == 0 ? 0 : 1;
            }),
            0);
}

TEST(GpuCounters, MemoryOfADeadProcessIsFree) {
  EXPECT_EQ(in_a_machine([] {
              hold_memory(1, 1000);
              hold_memory(1, -400);
              ChildProcess other([] {
                hold_memory(1, 5000);
                while (true) ::pause();
                return 0;
              });
              while (held_bytes(1) != 5600) ::usleep(1000);
              other.kill();
              while (held_bytes(1) != 600) ::usleep(1000);  // the test's own time limit ends it
              return held_bytes(0) == 0 ? 0 : 1;
            }),
            0);
}

TEST(GpuCounters, AFaultStrikesAsOftenAsItMay) {
  EXPECT_EQ(in_a_machine([] {
              int struck = 0;
              for (int i = 0; i < 5; ++i) struck += strike(3, 2) ? 1 : 0;
              for (int i = 0; i < 5; ++i) struck += strike(4, std::nullopt) ? 10 : 0;
              return struck;
            }),
            52);
}

TEST(GpuCounters, WorkMakesBusyForAWhileAndCostsEnergy) {
  EXPECT_EQ(in_a_machine([] {
              if (live_gpu(0).moment.busy) return 1;
              note_work(0, 0, 500'000'000);
              note_work(0, 100'000'000, 400'000'000);  // beside it
              if (live_gpu(0).busy_s != 0 || !live_gpu(0).moment.busy) return 2;
              virtual_clock().wait_until(250'000'000);
              if (live_gpu(0).busy_s != 0.25) return 3;
              virtual_clock().wait_until(1'000'000'000);
              if (live_gpu(0).busy_s != 0.5 || live_gpu(0).moment.busy) return 4;
              const Power power{.default_w = 700, .idle_w = 100, .load_w = 600};
              return live_gpu(0).energy_j(power) == 100 * 1.0 + 500 * 0.5 ? 0 : 5;
            }),
            0);
}

TEST(GpuCounters, NamesWhatIsBeyondItsRoom) {
  EXPECT_THROW(count_launch(MemoryHolder::most_gpus), InputError);
  EXPECT_THROW(strike(StatePage::most_faults, 1), InputError);
}

}  // namespace
}  // namespace gpuproof::vgpu
