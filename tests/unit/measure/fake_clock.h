// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A clock that moves only when told.
#pragma once

#include "harness/base/clock.h"

namespace gpuproof {

class FakeClock : public Clock {
 public:
  Nanoseconds boottime() const override { return now_ + 1'000'000'000; }
  Nanoseconds raw() const override { return now_; }
  Nanoseconds wall() const override { return now_; }
  void sleep(Nanoseconds ns) const override { now_ += ns; }
  void advance(double s) const { now_ += nanoseconds(s); }

 private:
  mutable Nanoseconds now_ = 0;
};

}  // namespace gpuproof
