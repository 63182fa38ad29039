// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/checks/gpu/fabric_state.h"

#include <algorithm>

namespace gpuproof {

bool has_fabric(const Snapshot& s) {
  // An NVSwitch is an NVIDIA device of class 0680, "other bridge".
  if (s.pci.devices && std::any_of(s.pci.devices->begin(), s.pci.devices->end(), [](const auto& d) {
        return d.vendor == nvidia_vendor && (d.class_code >> 8) == 0x0680;
      }))
    return true;
  return s.gpu.devices && std::any_of(s.gpu.devices->begin(), s.gpu.devices->end(),
                                      [](const auto& gpu) { return gpu.fabric_state.has_value(); });
}

}  // namespace gpuproof
