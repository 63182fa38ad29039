// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Device code in a context, and typed launches of its kernels.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/gpu/driver/stream.h"

namespace gpuproof {

struct DeviceImage {
  struct Ptx {
    int capability = 0;     // 80: for compute_80 and newer
    std::string_view text;  // a 0 byte stands behind it
  };
  std::string_view name;
  std::string_view sass;  // a fat binary without PTX, so that its use is never a guess
  std::vector<Ptx> ptx;
};

class GpuModule {
 public:
  // The machine code of the image, else its newest PTX that this GPU takes. Throws Unavailable
  // where neither can be loaded, with the driver's words and what to do.
  GpuModule(const GpuContext&, const DeviceImage&);

  const char* code() const { return jit_ ? "jit" : "sass"; }
  CUfunction function(const char* name) const;
  const GpuContext& context() const { return handle_.context(); }

 private:
  bool load(std::string_view bytes, std::string& why);

  DriverHandle<CUmodule, &CudaFunctions::cuModuleUnload> handle_;
  bool jit_ = false;
};

struct Grid {
  unsigned blocks = 1, threads = 1;  // of the first dimension
  unsigned shared_bytes = 0;         // dynamic
  unsigned blocks_y = 1, blocks_z = 1, threads_y = 1, threads_z = 1;
};

void launch_kernel(const CudaFunctions&, CUfunction, const GpuStream&, const Grid&,
                   void** arguments);

// Parameters carry no types through the driver: the signature is that of the kernel's header,
// which its own source asserts.
template <class Signature>
class KernelRef;
template <class... P>
class KernelRef<void(P...)> {
 public:
  KernelRef(const GpuModule& module, const char* name)
      : fn_(&module.context().fn()), function_(module.function(name)) {}

  void operator()(const GpuStream& stream, const Grid& grid, P... values) const {
    void* arguments[sizeof...(P) + 1] = {const_cast<void*>(static_cast<const void*>(&values))...};
    launch_kernel(*fn_, function_, stream, grid, arguments);
  }
  CUfunction function() const { return function_; }

 private:
  const CudaFunctions* fn_;
  CUfunction function_;
};

}  // namespace gpuproof
