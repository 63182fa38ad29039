// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Contracts of plug-ins that read a machine through a vendor's library or the kernel: a file that
// registers a telemetry source is read by the telemetry process, one with a facts source is asked
// for the snapshot.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "harness/base/registry.h"
#include "harness/facts/gpu.h"

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

// Where a source of facts looks, and whether it may speak of this machine.
struct FactsWish {
  std::string library_path;   // of --library-path
  bool only_virtual = false;  // the machine is a tree (--sysroot): real GPUs are not part of it
};

// Facts that only a vendor's library can tell. A child process of its own asks each source, as
// libraries hang and crash.
struct FactsSource {
  std::string name;
  std::string about;
  // Adds to the facts; what cannot be read is a fact that says why. True: a virtual GPU answered.
  bool (*read)(GpuFacts&, const FactsWish&) = nullptr;
  // The child hung or crashed.
  void (*lost)(GpuFacts&, const std::string& why) = nullptr;
};

}  // namespace gpuproof
