// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Versions of the NVIDIA driver as its parts print them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace gpuproof {

struct NvidiaModule {
  std::string version;  // whole: 570.124.04 and 570.124.06 are different drivers
  bool is_open = false;
};

// "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.90.07  Thu May 30 ..." and
// "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  570.124.06  Release Build ...".
std::optional<NvidiaModule> parse_nvidia_module(std::string_view text);

// "libnvidia-ml.so.550.90.07" -> "550.90.07"; nullopt for ".so" and ".so.1".
std::optional<std::string> library_version(std::string_view file_name);

}  // namespace gpuproof
