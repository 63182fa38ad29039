// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// NVML, loaded and started once per process.
#pragma once

#include "harness/gpu/library/library_search.h"
#include "harness/gpu/nvml/nvml_functions.h"

namespace gpuproof {

// Throws Unavailable where no copy is found.
SharedLibrary open_nvml(const LibrarySearch&);

class NvmlApi {
 public:
  // Starts NVML; that it failed is kept, not thrown: it is a fact. Throws Unavailable where a
  // required function is missing.
  explicit NvmlApi(const SharedLibrary&);
  ~NvmlApi();
  NvmlApi(const NvmlApi&) = delete;
  NvmlApi& operator=(const NvmlApi&) = delete;

  int init_result() const { return init_result_; }

  const NvmlFunctions fn;

 private:
  int init_result_ = 0;
};

}  // namespace gpuproof
