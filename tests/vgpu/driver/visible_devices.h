// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// CUDA_VISIBLE_DEVICES, as the CUDA C++ Programming Guide describes it.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gpuproof::vgpu::driver {

// Places among `uuids` that the variable names, in its order: numbers or beginnings of UUIDs. The
// first that names no device, or one a second time, ends the list. Without the variable: all.
std::vector<std::size_t> visible_devices(const std::optional<std::string>& variable,
                                         const std::vector<std::string>& uuids);

}  // namespace gpuproof::vgpu::driver
