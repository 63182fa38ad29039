// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The device code of this build, by unit: kernels/stream.cu is "stream".
#pragma once

#include <string_view>
#include <vector>

namespace gpuproof::kernels {

struct PtxCode {
  int capability = 0;     // 80: for compute_80 and newer
  std::string_view text;  // a 0 byte stands behind it
};

struct DeviceCode {
  std::string_view unit;
  std::string_view sass;  // a fat binary with machine code only
  std::vector<PtxCode> ptx;
};

// Throws std::logic_error for a unit that is not in this build.
const DeviceCode& device_code(std::string_view unit);
const std::vector<DeviceCode>& all_device_code();

}  // namespace gpuproof::kernels
