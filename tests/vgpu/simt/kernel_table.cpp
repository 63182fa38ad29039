// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "execute.h"

namespace gpuproof::vgpu {
namespace {

std::map<std::string_view, SimtKernel>& table() {
  static std::map<std::string_view, SimtKernel> kernels;
  return kernels;
}

}  // namespace

void add_simt_kernel(SimtKernel kernel) { table().emplace(kernel.name, std::move(kernel)); }

const SimtKernel* find_simt_kernel(std::string_view name) {
  const auto found = table().find(name);
  return found == table().end() ? nullptr : &found->second;
}

std::vector<const SimtKernel*> simt_kernels() {
  std::vector<const SimtKernel*> all;
  for (const auto& [name, kernel] : table()) all.push_back(&kernel);
  return all;
}

}  // namespace gpuproof::vgpu
