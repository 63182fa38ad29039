// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/vgpu/model/duration.h"

#include <algorithm>
#include <array>
#include <limits>

#include "harness/base/error.h"

namespace gpuproof::vgpu {
namespace {

// A kernel begins and ends over about a microsecond: blocks are handed out, the last ones finish.
constexpr double ramp_s = 1e-6;
// A pageable copy goes through a staging buffer: a third of the rate is what is usually seen.
constexpr double pageable_share = 1.0 / 3;
constexpr std::size_t largest_of_fixed_size = 4096;

// GB/s of one lane, one direction, after line coding (PCI Express base specification).
double lane_gbs(int generation) {
  constexpr std::array<double, 7> rates{0, 0.25, 0.5, 0.985, 1.969, 3.938, 7.563};
  return rates.at(static_cast<std::size_t>(std::clamp(generation, 1, 6)));
}

double memory_gbs(const VirtualGpu& gpu, const Condition& now) {
  return gpu.memory.peak_gbs() * gpu.memory.efficiency * now.memory_mhz / gpu.memory.clock_mhz;
}

double pcie_gbs(const VirtualGpu& gpu, const Condition& now) {
  return lane_gbs(now.pcie_generation) * now.pcie_width * now.pcie_factor * gpu.pcie.efficiency;
}

double nvlink_gbs(const NvLinks& links) {
  const auto active = links.links - static_cast<int>(links.down.size());
  return active * links.gbs_per_link * links.efficiency;
}

double arithmetic_seconds(const VirtualGpu& gpu, const Condition& now, const KernelWork& work) {
  if (work.rate.empty()) return 0;
  const auto rate = gpu.rates.find(work.rate);
  if (rate == gpu.rates.end())
    throw InputError("the scenario gives " + gpu.name + " no rate " + work.rate + "; add it");
  const auto& values = rate->second;
  return work.operations /
         (values.per_clock_sm * values.register_share * gpu.sms * now.sm_mhz * 1e6);
}

}  // namespace

double kernel_seconds(const VirtualGpu& gpu, const Condition& now, const KernelWork& work,
                      double scale_divisor) {
  const double moving = work.bytes / (memory_gbs(gpu, now) * 1e9);
  return ramp_s + work.fixed_ns * 1e-9 +
         scale_divisor * std::max(moving, arithmetic_seconds(gpu, now, work));
}

double host_copy_seconds(const VirtualGpu& gpu, const Condition& now, double bytes, CopyPath path) {
  const double gbs = pcie_gbs(gpu, now) * (path == CopyPath::pageable ? pageable_share : 1);
  return gpu.latency.copy_us * 1e-6 + bytes / (gbs * 1e9);
}

double peer_copy_seconds(const Scenario& scenario, int from, int to, double at_s, double bytes) {
  double gbs = std::numeric_limits<double>::infinity();
  double latency_us = 0;
  for (const int index : {from, to}) {
    const auto& gpu = scenario.gpus.at(static_cast<std::size_t>(index));
    const bool linked = scenario.gpus[static_cast<std::size_t>(from)].nvlink &&
                        scenario.gpus[static_cast<std::size_t>(to)].nvlink;
    const auto now = condition_of(scenario, index, {.seconds = at_s, .busy = true});
    gbs = std::min(gbs, linked ? nvlink_gbs(*gpu.nvlink) : pcie_gbs(gpu, now));
    latency_us = std::max(latency_us, gpu.latency.peer_us);
  }
  return latency_us * 1e-6 + bytes / (gbs * 1e9);
}

double device_bytes_seconds(const VirtualGpu& gpu, const Condition& now, double bytes) {
  return ramp_s + bytes / (memory_gbs(gpu, now) * 1e9);
}

double nominal_bytes(std::size_t executed, double scale_divisor) {
  const auto bytes = static_cast<double>(executed);
  return executed <= largest_of_fixed_size ? bytes : bytes * scale_divisor;
}

}  // namespace gpuproof::vgpu
