// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Memory of a GPU, and page-locked memory of the host that it can reach.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "harness/gpu/driver/stream.h"

namespace gpuproof {

// Sizes of both are in bytes and above 0. Throws NotReached where memory is short: that says
// nothing about the part.
class DeviceBuffer {
 public:
  DeviceBuffer(const GpuContext&, std::size_t bytes);

  CUdeviceptr address() const { return handle_.get(); }
  template <class T>
  T* as() const {
    return reinterpret_cast<T*>(handle_.get());
  }
  std::size_t bytes() const { return bytes_; }
  const GpuContext& context() const { return handle_.context(); }

  void fill(std::uint8_t, const GpuStream&);
  // From the start; the host memory stays untouched until the stream has passed this point.
  void upload(const void* from, std::size_t bytes, const GpuStream&, std::size_t offset = 0);
  void download(void* to, std::size_t bytes, const GpuStream&, std::size_t offset = 0) const;

 private:
  void check_range(std::size_t bytes, std::size_t offset) const;

  DriverHandle<CUdeviceptr, &CudaFunctions::cuMemFree> handle_;
  std::size_t bytes_;
};

class PinnedBuffer {
 public:
  PinnedBuffer(const GpuContext&, std::size_t bytes);

  void* data() const { return handle_.get(); }
  template <class T>
  T* as() const {
    return static_cast<T*>(handle_.get());
  }
  std::size_t bytes() const { return bytes_; }

 private:
  DriverHandle<void*, &CudaFunctions::cuMemFreeHost> handle_;
  std::size_t bytes_;
};

}  // namespace gpuproof
