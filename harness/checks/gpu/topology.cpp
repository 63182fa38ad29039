// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether the numbering of bus, NVML and CUDA can be joined: by PCI address and UUID only.
#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "harness/base/text.h"
#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

std::vector<std::string> contradictions(const Snapshot& s) {
  std::vector<std::string> found;
  std::set<std::string> uuids, addresses;
  for (const auto& gpu : *s.gpu.devices) {
    if (!gpu.uuid.empty() && !uuids.insert(gpu.uuid).second)
      found.push_back("the UUID " + gpu.uuid + " stands twice");
    if (!addresses.insert(gpu.pci_address).second)
      found.push_back("the address " + gpu.pci_address + " stands twice");
    if (!nvidia_gpus(s).empty() && !s.pci.find(gpu.pci_address))
      found.push_back("NVML's GPU at " + gpu.pci_address + " is not on the bus");
  }
  if (s.gpu.cuda_order)
    for (const auto& address : *s.gpu.cuda_order)
      if (!addresses.count(address))
        found.push_back("CUDA's GPU at " + address + " is unknown to NVML");
  return found;
}

std::vector<std::string> order_text(const CheckContext& c) {
  std::vector<std::string> lines;
  if (!c.now.gpu.cuda_order) return lines;
  for (std::size_t i = 0; i < c.now.gpu.cuda_order->size(); ++i) {
    const auto& address = (*c.now.gpu.cuda_order)[i];
    lines.push_back(fmt::format("CUDA's GPU {} is GPU {} in bus order, at {}", i,
                                c.gpu_index(address), address));
  }
  return lines;
}

void topology(CheckContext& c) {
  if (gpu_presence(c) != GpuPresence::some || !c.now.gpu.devices || c.now.gpu.devices->empty())
    return;
  const auto wrong = contradictions(c.now);
  Finding f{.observed = wrong.empty() ? "bus, NVML and CUDA name the same GPUs" : join(wrong, "; "),
            .expected = "one GPU per address and UUID",
            .evidence = order_text(c)};
  if (wrong.empty()) return c.pass(c.machine(), std::move(f));
  f.remedy = "results cannot be tied to parts: reboot, and report this with the snapshot";
  f.who = Who::vendor;
  c.error(c.machine(), std::move(f));
}

const Register<Check> registered{{.name = "gpu/topology",
                                  .about = "Numbering of the GPUs",
                                  .why = "CUDA counts in another order than the bus: a figure tied "
                                         "to the wrong card blames the wrong card.",
                                  .run = topology}};

}  // namespace
}  // namespace gpuproof
