// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A launch on its way: what it is when it is called, and what becomes of it when its stream gets
// there.
#pragma once

#include <memory>
#include <vector>

#include "tests/vgpu/driver/module_image.h"
#include "tests/vgpu/driver/stream_queue.h"
#include "tests/vgpu/model/kernel_model.h"

namespace gpuproof::vgpu::driver {

// A launch with its arguments copied, as the driver copies them at the call.
struct LaunchOrder {
  const SimtKernel* kernel = nullptr;
  const KernelModel* model = nullptr;
  LaunchShape shape;
  std::vector<std::size_t> sizes;
  std::vector<unsigned char> bytes;
  std::vector<void*> arguments;
};

std::shared_ptr<LaunchOrder> copy_order(const Function&, const KernelModel&, const LaunchShape&,
                                        void* const* arguments);
// Executes it, or takes what an earlier execution made; errors stay with the stream's context.
Operation operation_of(const std::shared_ptr<LaunchOrder>&);

}  // namespace gpuproof::vgpu::driver
