// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Calls that need not be executed again: same kernel and arguments, inputs unchanged and outputs as
// the last such call left them. They are charged all the same.
// VGPU_REPEATS=execute in the environment turns this off; records must come out the same.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "tests/vgpu/driver/machine.h"
#include "tests/vgpu/model/kernel_model.h"
#include "tests/vgpu/simt/execute.h"

namespace gpuproof::vgpu::driver {

class Repeats {
 public:
  // True: the call has the effect of an earlier one and was made so without executing it.
  bool serve(Device&, const KernelModel&, const std::string& call, void* const* arguments);
  // Around an execution.
  void before(const KernelModel&, void* const* arguments);
  void after(Device&, const KernelModel&, const std::string& call, void* const* arguments);

 private:
  using Versions = std::vector<std::uint64_t>;
  struct Known {
    Versions inputs, outputs;
    std::uint64_t added = 0;
  };
  std::unordered_map<std::string, Known> known_;
  std::uint64_t sum_before_ = 0;
};

// By which a call is known: kernel, arguments, and the shape where that matters.
std::string call_key(const KernelModel&, const LaunchShape&, const std::vector<std::size_t>& sizes,
                     void* const* arguments);

}  // namespace gpuproof::vgpu::driver
