// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What a PCIe link carries: physics that checks and expectations share.
#pragma once

namespace gpuproof {

// 0 where not a PCIe rate. Transfer rates of PCIe 1.0 to 7.0 (PCI-SIG base specifications).
constexpr int pcie_generation(double speed_gts) {
  constexpr double rates[] = {2.5, 5, 8, 16, 32, 64, 128};
  for (int i = 0; i < 7; ++i)
    if (speed_gts == rates[i]) return i + 1;
  return 0;
}

// Payload rate of a link in GB/s after line code (8b/10b, 128b/130b, FLIT 242/256 from Gen6 on).
constexpr double link_gbs(double speed_gts, int width) {
  const double code = speed_gts <= 5 ? 8.0 / 10 : speed_gts <= 32 ? 128.0 / 130 : 242.0 / 256;
  return speed_gts * code * width / 8;
}

}  // namespace gpuproof
