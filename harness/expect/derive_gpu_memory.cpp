// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Bandwidth of GPU memory: two transfers a clock x bus width, of which streaming kernels reach about
// nine tenths.
#include <fmt/core.h>

#include <algorithm>

#include "harness/base/units.h"
#include "harness/expect/derive.h"

namespace gpuproof {
namespace {

// Public triads of good cards: HBM of Ampere and Hopper 0.86 to 0.89 of the peak, of Blackwell 0.93;
// GDDR6 and GDDR6X 0.91 to 0.95; GDDR7 0.87 (BabelStream, gpu-stream, nvbench).
constexpr double efficiency = 0.87;
constexpr auto metrics = {"memory/read", "memory/write", "memory/copy", "memory/triad"};

// NVML counts the clock of the memory so that it transfers twice in each.
double peak_gbs(const GpuDevice& gpu) {
  return 2 * *gpu.max_memory_mhz * *gpu.memory_bus_bits / 8 / 1000;
}

Expectation expectation_of(const std::string& metric, std::size_t index, const GpuDevice& gpu) {
  Expectation e;
  e.key = fmt::format("{}{{gpu={}}}", metric, index);
  e.value = efficiency * peak_gbs(gpu);
  e.unit = "GB/s";
  e.floor_ratio = 0.75;
  e.ceiling = 1.02 * peak_gbs(gpu);
  e.kind = ExpectationKind::derived;
  e.source = fmt::format("2 x {} MHz x {} bits = {} GB/s (NVML), of which streams reach 87 %",
                         figure_text(*gpu.max_memory_mhz), *gpu.memory_bus_bits,
                         figure_text(peak_gbs(gpu)));
  e.date = "2026-11-30";
  return e;
}

std::vector<Expectation> derive(const Snapshot& snapshot, std::vector<std::string>& why_not) {
  std::vector<Expectation> expectations;
  if (!snapshot.gpu.devices) return expectations;
  auto gpus = *snapshot.gpu.devices;
  // The label counts in PCI order.
  std::sort(gpus.begin(), gpus.end(),
            [](auto& a, auto& b) { return a.pci_address < b.pci_address; });
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    const auto& gpu = gpus[i];
    const bool known = gpu.max_memory_mhz && *gpu.max_memory_mhz > 0 && gpu.memory_bus_bits &&
                       *gpu.memory_bus_bits > 0;
    if (!known || gpu.pci_address.empty()) {
      why_not.push_back(fmt::format("memory bandwidth of GPU {}: NVML does not tell its clock and "
                                    "bus width",
                                    gpu.pci_address.empty() ? gpu.uuid : gpu.pci_address));
      continue;
    }
    for (const auto* metric : metrics) expectations.push_back(expectation_of(metric, i, gpu));
  }
  return expectations;
}

const Register<Derivation> registered{{.name = "gpu_memory",
                                       .about = "GPU memory from its clock and bus width",
                                       .derive = derive}};

}  // namespace
}  // namespace gpuproof
