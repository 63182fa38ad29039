// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Streams and events: order of work on a GPU, and its time.
#pragma once

#include "harness/gpu/driver/handle.h"

namespace gpuproof {

class GpuStream;

class GpuEvent {
 public:
  // A timing event; waiting for it blocks the thread instead of spinning.
  explicit GpuEvent(const GpuContext&);

  void record(const GpuStream&);
  bool done() const;  // throws CudaError where the work before it failed
  void wait() const;
  // Device time between two recorded and reached events.
  double seconds_since(const GpuEvent& earlier) const;
  CUevent get() const { return handle_.get(); }

 private:
  DriverHandle<CUevent, &CudaFunctions::cuEventDestroy> handle_;
};

class GpuStream {
 public:
  // Does not wait for the legacy default stream.
  explicit GpuStream(const GpuContext&);

  void wait_for(const GpuEvent&) const;  // later work of this stream, not the caller
  void synchronize() const;              // blocks; throws CudaError where work failed
  bool idle() const;
  CUstream get() const { return handle_.get(); }
  const GpuContext& context() const { return handle_.context(); }

 private:
  DriverHandle<CUstream, &CudaFunctions::cuStreamDestroy> handle_;
};

}  // namespace gpuproof
