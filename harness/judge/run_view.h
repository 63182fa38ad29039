// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What all parts of judging look at: the run, and what follows from it at once.
#pragma once

#include <string>

#include "harness/judge/gpus.h"
#include "harness/judge/judge.h"

namespace gpuproof {

struct RunView {
  RunView(const RunRecord&, const JudgeOptions&);

  const RunRecord& run;
  Profile profile;
  std::optional<Policy> site;
  bool quick = false;
  std::string today;
  const Snapshot& now;      // after the run where there is one
  const Snapshot* earlier;  // before the run, where `now` is after it
  RunWindow window;
  GpuCount gpus;

  CheckInput check_input() const;
  // The part that the labels of a key name: GPU, drive, NUMA node; else the machine.
  Subject subject(const Key&) const;
};

}  // namespace gpuproof
