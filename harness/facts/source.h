// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Contract of a telemetry source: a file that registers one is read by the telemetry process.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "harness/base/registry.h"

namespace gpuproof {

// What sources read at one moment; names as in record/telemetry.h.
struct Readings {
  std::map<std::string, double> values;
  std::map<std::string, double> limits;  // of some of them: staying there endangers the part
  std::vector<std::string> log;
};

// Adds its values. Throws Error where it cannot be read: it is then named as lost, and asked again.
using ReadSource = std::function<void(Readings&)>;

struct TelemetrySource {
  std::string name;
  std::string about;
  // Looks once for what this machine has; an empty function: it has nothing of the kind.
  ReadSource (*open)() = nullptr;
};

}  // namespace gpuproof
