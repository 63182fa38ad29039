// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The ends of PCIe links that matter: GPUs under test, NVMe drives and network cards.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/checks/check.h"

namespace gpuproof {

struct LinkEnd {
  std::string address;
  const PciDevice* device = nullptr;  // null: only NVML knows the GPU
  const PciDevice* port = nullptr;    // the port above; null below a host bridge
  const GpuDevice* gpu = nullptr;     // NVML facts
  bool is_gpu = false;
  Labels labels;  // gpu, or device
  Subject subject;
};

// One end per link: further functions of a card share its link. Ends without any link fact
// (virtual devices) are left out, GPUs never are.
std::vector<LinkEnd> link_ends(const CheckContext&);
std::vector<LinkEnd> gpu_ends(const CheckContext&);

// False, and skip/not_observable reported, where the PCI tree cannot be read.
bool bus_readable(CheckContext&);

// What a lane count may be; 0 is a link that is down, 63 and 255 are all-ones misread.
bool is_lane_count(int width);

// The most that both ends of the link offer; nullopt where neither says.
struct LinkLimit {
  double value = 0;
  std::string by;  // "the card", "the slot", ...
};
std::optional<LinkLimit> width_limit(const CheckContext&, const LinkEnd&);
std::optional<LinkLimit> generation_limit(const LinkEnd&);

// Samples under load; the most frequent value of a member among them.
std::optional<int> mode_under_load(const LinkEnd&, Fact<int> GpuSample::*member);

// Potential of the link in GB/s: what both ends can do; 0 where unknown.
double potential_gbs(const LinkEnd&);

}  // namespace gpuproof
