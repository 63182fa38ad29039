// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The CUDA driver of this machine, loaded once per process and shared by what is made from it.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "harness/gpu/driver/cuda_functions.h"

namespace gpuproof {

LibrarySpec driver_library();

class DriverApi {
 public:
  // Loads the library and calls cuInit; that it failed is kept, not thrown: facts tell it.
  // Throws Unavailable: library missing, function missing, driver too old.
  static std::shared_ptr<const DriverApi> load(const LibrarySearch&);
  // The same for whoever needs a working driver. Throws Unavailable with cause and remedy.
  static std::shared_ptr<const DriverApi> open(const LibrarySearch&);

  DriverApi(const SharedLibrary&, int init_result, double init_s);

  int version() const { return version_; }  // 13000 for CUDA 13.0
  int init_result() const { return init_result_; }
  double init_s() const { return init_s_; }
  int device_count() const;
  const SharedLibrary& library() const { return fn.library(); }

  // Destructors cannot throw: what they could not release is counted, and a worker tells it.
  template <class Function, class... A>
  void release(const Function& function, A... arguments) const noexcept {
    if (function && function.raw(arguments...) != CUDA_SUCCESS) ++failed_releases_;
  }
  int failed_releases() const { return failed_releases_; }

  const CudaFunctions fn;

 private:
  int version_ = 0, init_result_ = 0;
  double init_s_ = 0;
  mutable std::atomic<int> failed_releases_ = 0;
};

// "CUDA 12.8" for 12080.
std::string cuda_version_text(int version);

}  // namespace gpuproof
