// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Which GPUs are under test, and what keeps a check of NVML facts from looking at them.
#pragma once

#include <string>
#include <vector>

#include "harness/checks/check.h"

namespace gpuproof {

// One physical GPU: on the bus, in NVML's list, or both.
struct GpuView {
  std::string address;
  const PciDevice* device = nullptr;
  const GpuDevice* facts = nullptr;
  Labels labels;  // gpu, or device where the address was not there when the run began
  Subject subject;
  bool counted = true;  // of the profile's models and among the chosen; others are extra

  std::string name() const { return facts ? facts->name : ""; }
};

// Whether it is among the models of a machine profile, or without them among the chosen (addresses
// or UUIDs; empty: all), and given to this container.
bool counts_for_run(const Snapshot&, const Profile*, const std::vector<std::string>& chosen,
                    const GpuView&);

// All GPUs of a snapshot in PCI order.
std::vector<GpuView> gpus_of(const CheckContext&, const Snapshot&);
// The counted ones of the present snapshot.
std::vector<GpuView> gpus_under_test(const CheckContext&);
Labels gpu_labels(const CheckContext&, const std::string& address);

enum class GpuPresence { none, some, unknown };
// Whether this machine has NVIDIA GPUs, by bus, NVML and the snapshot before.
GpuPresence gpu_presence(const CheckContext&);

// Reports not_applicable or not_observable and returns false where there is no GPU to speak of.
bool has_gpus(CheckContext&);

// GPUs that NVML describes. Without GPU nothing is said: gpu/inventory and gpu/driver speak of
// that. Where NVML cannot speak, one item says why. GPUs that cannot be opened are left out:
// they are findings of gpu/inventory.
std::vector<GpuView> described_gpus(CheckContext&);

}  // namespace gpuproof
