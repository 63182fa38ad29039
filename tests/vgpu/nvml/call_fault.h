// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Faults of kind nvml: a call that fails, blocks or answers zeros.
#pragma once

#include "tests/vgpu/nvml/types.h"

namespace gpuproof::vgpu::nvml {

struct Strike {
  Return result = success;
  bool zeros = false;
};

// Counts the call, sleeps where it blocks. gpu -1: the call has no device.
Strike strike_of(const char* call, int gpu);

const char* text_of_return(int);     // as nvmlErrorString says it
int return_named(const char* name);  // of NVML_ERROR_...; -1: no such name

}  // namespace gpuproof::vgpu::nvml
