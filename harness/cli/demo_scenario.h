// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Where the virtual GPU and its scenarios lie: beside the binary in a build, or as installed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gpuproof {

struct VirtualGpuPlace {
  std::filesystem::path libraries;  // has libcuda.so.1 and the others
  std::filesystem::path scenarios;
};

// Looks from the folder of the binary. Throws InputError where this copy has none.
VirtualGpuPlace find_virtual_gpu(const std::filesystem::path& binary_folder);

struct DemoScenario {
  std::string name, about;
  std::filesystem::path folder, machine;
  int gpus = 0;
};

std::vector<std::string> scenario_names(const std::filesystem::path& scenarios);

// By name, or a folder where the name has a slash. Throws InputError that lists what is there.
DemoScenario find_scenario(const std::filesystem::path& scenarios, const std::string& name);

}  // namespace gpuproof
