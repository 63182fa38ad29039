// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// One GPU as a worker keeps it from its first benchmark to its last: context, stream, modules.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "harness/gpu/driver/context.h"
#include "harness/gpu/driver/module.h"
#include "harness/gpu/driver/stream.h"
#include "harness/gpu_measure/sizes.h"

namespace gpuproof {

struct GpuWish {
  std::string uuid, address;  // PCI; either may be empty, both must fit
  std::string library_path;
};

class OpenedGpu {
 public:
  // Throws Unavailable without a driver, Error where no visible device is the wished one.
  explicit OpenedGpu(const GpuWish&);

  const GpuContext& context() const { return context_; }
  const GpuStream& stream() const { return stream_; }
  const GpuSizes& sizes() const { return sizes_; }
  // The device code of a unit of kernels/, loaded when first asked for.
  const GpuModule& module(std::string_view unit);

  int multiprocessors() const;
  Bytes l2_bytes() const;

 private:
  std::shared_ptr<const DriverApi> driver_;
  GpuContext context_;
  GpuStream stream_;
  GpuSizes sizes_;
  std::map<std::string, GpuModule, std::less<>> modules_;
};

// The GPUs that one process has opened. A device is opened once: contexts are dear.
class GpuGarage {
 public:
  OpenedGpu& get(const GpuWish&);

 private:
  std::map<std::string, std::unique_ptr<OpenedGpu>> gpus_;
};

}  // namespace gpuproof
