// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The multiply-add rate of all cores: the limit that host/fma reports and host/gemm is held
// against.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "harness/measure/core_clock.h"
#include "harness/measure/host_bench.h"
#include "kernels/host/fma.h"

namespace gpuproof {

template <class T>
class FmaProbe {
 public:
  // Picks the widest instruction set, unless a narrower one is more than 3 % faster here: on some
  // cores wide vectors lower the clock.
  explicit FmaProbe(HostBench&);

  kernels::InstructionSet set() const { return kernels_->set; }
  double flop() const;  // of one operation of the whole team
  // One operation: every thread advances its chains. Returns its seconds by the sum of the rates
  // of the threads, each by its own clock: they need not start in the same microsecond. A lead-in
  // comes first, because a core that meets heavy vectors issues fewer of them for up to half a
  // millisecond, until its voltage allows them.
  double timed();
  // The lead-in alone: load for a clock probe.
  void lead_in(std::size_t thread) const;
  // One more operation from fresh values, every chain against single values advanced one by one.
  void verify();
  // An upper bound in FLOP/s where one is known: no x86 core so far has more than two units.
  std::optional<double> bound(const ClockProbe&) const;

 private:
  const kernels::FmaLoop<T>& loop() const;
  double trial_rate(const kernels::FmaKernels&);
  void reset();
  void advance_chains(std::size_t thread);

  HostBench& bench_;
  const kernels::FmaKernels* kernels_ = nullptr;
  std::uint64_t iterations_ = 0;
  std::vector<std::vector<T>> values_;  // of each thread
};

}  // namespace gpuproof
