// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Device code as a program hands it over: a fat binary, one cubin, or PTX text; and which part of
// it this GPU and this driver take.
#pragma once

#include <cuda.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/vgpu/simt/execute.h"

namespace gpuproof::vgpu::driver {

struct Context;

struct Function {
  Context* context = nullptr;
  struct Module* module = nullptr;
  const SimtKernel* kernel = nullptr;
  std::string name;
  int registers = 0;
  std::size_t static_shared = 0, dynamic_shared_limit = 0;
};

struct Module {
  Context* context = nullptr;
  std::string code;  // the part of the image that was chosen
  bool is_ptx = false;
};

struct CodeChoice {
  CUresult result = CUDA_SUCCESS;
  std::string code, log;  // log: what the driver's own would say
  bool is_ptx = false;
};

// `capability` 90 for 9.0; `cuda` as cuDriverGetVersion tells it.
CodeChoice choose_code(const void* image, int capability, int cuda);

struct KernelResources {
  int registers = 0;
  std::size_t static_shared = 0;
};
// Of a kernel in machine code or PTX; nullopt: the code does not hold it.
std::optional<KernelResources> resources_of(const Module&, const std::string& kernel);

}  // namespace gpuproof::vgpu::driver
