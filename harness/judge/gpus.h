// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Which GPUs count: found, expected, under test, extra.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/expect/profile.h"
#include "harness/facts/snapshot.h"
#include "harness/record/plan.h"

namespace gpuproof {

struct GpuSeen {
  std::string index;    // the label: place in PCI order when the run began
  std::string address;  // of the PCI device
  std::string uuid, name;
  bool under_test = false;
  bool present = false;  // still there at the end
};

struct GpuCount {
  std::vector<GpuSeen> gpus;
  std::optional<int> expected;
  std::string origin;  // of the expected number
  int found = 0;       // under test and present
  std::vector<std::string> extra;

  bool known() const { return expected.has_value(); }
  std::string headline() const;  // "8 of 8 GPUs"
};

// Physical NVIDIA GPUs: a parent counts once however it is partitioned. `now` is the later
// snapshot, `before` the earlier one, whose order gives the labels.
GpuCount count_gpus(const Plan&, const Profile&, const Snapshot& before, const Snapshot& now);

}  // namespace gpuproof
