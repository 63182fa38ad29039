// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Why the NVIDIA driver does not work, where it does not: one root for gpu/driver, gpu/inventory
// and whatever needs the driver.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/facts/snapshot.h"
#include "harness/record/outcome.h"

namespace gpuproof {

struct DriverFault {
  std::string observed;
  std::string cause;  // one sentence
  std::string remedy;
  Who who = Who::admin;
  std::vector<std::string> evidence;
  bool withheld = false;  // a container or cgroup keeps working GPUs away
};

// For a machine that has GPUs. Nothing: no sign of a fault.
std::optional<DriverFault> driver_fault(const Snapshot&);

// nullopt: not known.
std::optional<bool> nvidia_module_loaded(const Snapshot&);

// All parts compared as numbers; a version that stops early leaves it open.
enum class VersionMatch { equal, differ, open };
VersionMatch compare_versions(const std::string& a, const std::string& b);

// Version of the driver's libraries: of the file, else as NVML names it, without the CUDA major
// in front ("12.550.54.15" is 550.54.15).
Fact<std::string> driver_library_version(const Snapshot&);

// Lines of this boot that contain one of the parts, at most three.
std::vector<std::string> log_lines_with(const Snapshot&, const std::vector<std::string>& parts);

}  // namespace gpuproof
