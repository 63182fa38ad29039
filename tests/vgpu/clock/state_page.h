// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What all processes of one virtual machine share: a file that each of them maps. Plain data only,
// and every change that matters is one store, so that a process killed in between leaves no mess.
#pragma once

#include <pthread.h>

#include <cstdint>

namespace gpuproof::vgpu {

// A thread, told apart from a later one with the same number by when it started.
struct ThreadIdentity {
  std::int32_t tid = 0;       // 0: no one
  std::uint64_t started = 0;  // clock ticks since boot, as /proc/<tid>/stat says
};

enum class MemberState : std::int32_t { running, waiting };

struct ClockMember {
  ThreadIdentity thread;
  MemberState state = MemberState::running;
  std::int32_t follows = 0;  // its waiting alone moves no time: it observes others
  std::int64_t wake_ns = 0;  // while waiting
};

// Memory that one process holds, so that it is free again when that process is gone.
struct MemoryHolder {
  static constexpr int most_gpus = 16;
  ThreadIdentity process;
  std::uint64_t bytes[most_gpus] = {};
};

struct GpuCounters {
  std::uint64_t launches = 0;
  std::int64_t busy_until_ns = 0;  // end of the work that was begun last
  std::int64_t busy_ns = 0;        // sum of all work
};

struct StatePage {
  static constexpr std::uint64_t current_layout = 0x7667'7075'0001;
  static constexpr int most_members = 256, most_holders = 64, most_faults = 64;

  std::uint64_t layout = 0;    // written last when the page is made
  pthread_mutex_t mutex;       // robust, shared between processes
  std::uint32_t moves = 0;     // counts each time that time moved: the futex of those who wait
  std::int64_t origin_ns = 0;  // CLOCK_BOOTTIME when virtual time began
  std::int64_t now_ns = 0;     // virtual, since then
  ClockMember members[most_members];
  MemoryHolder holders[most_holders];
  GpuCounters gpus[MemoryHolder::most_gpus];
  std::uint64_t struck[most_faults] = {};  // how often each fault of the scenario did
  std::uint64_t calls[most_faults] = {};   // of the function that a fault names
};

}  // namespace gpuproof::vgpu
