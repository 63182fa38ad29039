// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Virtual time, a discrete-event clock over all processes of one virtual machine: it moves only
// when every member waits, and then to the earliest moment that one waits for.
//
// A thread becomes a member when it first asks for the time and stays one until it ends, dies or
// leaves. While it computes, time stands still for all; its own calls cost it time that it carries
// with it and settles when it next waits. A follower (telemetry) is waited for like any other, but
// its waiting moves no time: without anybody to observe, time stands still.
#pragma once

#include <cstdint>
#include <optional>

#include "tests/vgpu/clock/state_file.h"

namespace gpuproof::vgpu {

class VirtualClock {
 public:
  explicit VirtualClock(StateFile& state) : page_(state.page()) {}

  // For members. Nanoseconds since virtual time began.
  std::int64_t now();
  void spend(std::int64_t ns);  // the caller's own work: later for it, settled with the next wait
  void wait_until(std::int64_t ns);
  // As a follower, until then or until the descriptor can be read; true: it can.
  bool follow_until(std::int64_t ns, int fd);
  // The caller waits for something that is not in virtual time, and no one waits for it.
  void leave();

  // For anybody, without becoming a member.
  std::int64_t observed() const;
  std::int64_t origin() const { return page_.origin_ns; }

 private:
  ClockMember& join();
  bool wait(std::int64_t until, int fd);
  void advance();
  void bury();

  StatePage& page_;
};

VirtualClock& virtual_clock();

}  // namespace gpuproof::vgpu
