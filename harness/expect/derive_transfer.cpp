// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Copies between host and GPU: lanes x rate of the generation that card and slot share, of which
// large pinned copies reach eight tenths. For a GPU alone: what several get at once is up to the
// switches and the memory that they share.
#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "harness/base/units.h"
#include "harness/expect/derive.h"

namespace gpuproof {
namespace {

// GB/s of one lane and direction after encoding, by generation (PCI-SIG); 6: of 256-byte flits.
constexpr std::array lane_gbs{0.0, 0.25, 0.5, 0.985, 1.969, 3.938, 7.563};
// Pinned copies of good machines: Gen3 x16 12 to 13.2, Gen4 24 to 27, Gen5 51 to 57 GB/s.
constexpr double efficiency = 0.82;

std::optional<double> link_gbs(const GpuDevice& gpu) {
  const auto &generation = gpu.pcie_generation_max, &width = gpu.pcie_width_max;
  if (!generation || !width || *generation < 1 || *width < 1 ||
      *generation >= static_cast<int>(lane_gbs.size()))
    return std::nullopt;
  return lane_gbs[static_cast<std::size_t>(*generation)] * *width;
}

Expectation expectation_of(const std::string& metric, std::size_t index, const GpuDevice& gpu,
                           double gbs) {
  Expectation e;
  e.key = fmt::format("{}{{gpu={},mode=alone,path=pinned}}", metric, index);
  e.value = efficiency * gbs;
  e.unit = "GB/s";
  e.floor_ratio = 0.75;
  e.kind = ExpectationKind::derived;
  e.source = fmt::format("Gen{} x{} = {} GB/s (NVML), of which pinned copies reach 82 %",
                         *gpu.pcie_generation_max, *gpu.pcie_width_max, figure_text(gbs));
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
    const auto gbs = link_gbs(gpus[i]);
    if (!gbs || gpus[i].pci_address.empty()) {
      why_not.push_back("copies of GPU " + gpus[i].pci_address +
                        ": NVML does not tell what its link can do");
      continue;
    }
    for (const auto* metric : {"transfer/h2d", "transfer/d2h"})
      expectations.push_back(expectation_of(metric, i, gpus[i], *gbs));
  }
  return expectations;
}

const Register<Derivation> registered{{.name = "transfer",
                                       .about = "copies between host and GPU from the link",
                                       .derive = derive}};

}  // namespace
}  // namespace gpuproof
