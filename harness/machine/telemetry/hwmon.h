// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Temperatures of processors, drives and boards as the kernel's hwmon drivers give them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/facts/source.h"
#include "harness/machine/host.h"

namespace gpuproof {

struct Thermometer {
  std::string file;  // of the machine, in thousandths of a degree Celsius
  std::string name;  // "cpu/temperature_c", "drive/nvme0n1/temperature_c", "sensor/<chip>/<label>"
  std::optional<double> critical_c = {};  // as the part itself says
};

// One per drive, the packages of a processor (its single cores where there are none), and every
// other sensor by its own name.
std::vector<Thermometer> find_thermometers(const Host&);

// Several of one name (packages) are one value: the hottest.
ReadSource open_hwmon(const Host&);

}  // namespace gpuproof
