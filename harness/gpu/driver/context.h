// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// One GPU as a process uses it. Everything else is made from it; it outlives what it made.
#pragma once

#include <memory>
#include <string>

#include "harness/gpu/driver/driver_api.h"

namespace gpuproof {

class GpuContext {
 public:
  // `ordinal` is CUDA's own index. Retains the primary context (the one that libraries use too)
  // and makes it current in this thread.
  GpuContext(std::shared_ptr<const DriverApi>, int ordinal);
  ~GpuContext();
  GpuContext(const GpuContext&) = delete;
  GpuContext& operator=(const GpuContext&) = delete;

  // Calls without a stream argument act on the current context of the calling thread: whoever
  // works with several GPUs in one thread says which before launching or allocating.
  void make_current() const;
  void synchronize() const;

  const DriverApi& driver() const { return *driver_; }
  const CudaFunctions& fn() const { return driver_->fn; }
  CUdevice device() const { return device_; }
  CUcontext handle() const { return handle_; }
  int ordinal() const { return ordinal_; }

  std::string name() const;
  std::string uuid() const;         // "GPU-..." as NVML spells it
  std::string pci_address() const;  // "0000:65:00.0"
  int attribute(CUdevice_attribute) const;
  int compute_capability() const;  // 90 for 9.0
  struct Memory {
    std::size_t free = 0, total = 0;
  };
  Memory memory() const;

 private:
  std::shared_ptr<const DriverApi> driver_;
  int ordinal_ = 0;
  CUdevice device_ = 0;
  CUcontext handle_ = nullptr;
};

// What the driver says of a device without a context on it.
std::string cuda_uuid(const DriverApi&, CUdevice);
std::string cuda_pci_address(const DriverApi&, CUdevice);

}  // namespace gpuproof
