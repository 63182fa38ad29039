// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Launches: checked at the call, done when the stream gets there.
#include <cstdio>
#include <cstring>

#include "tests/vgpu/clock/gpu_counters.h"
#include "tests/vgpu/clock/virtual_clock.h"
#include "tests/vgpu/driver/allocations.h"
#include "tests/vgpu/driver/attributes.h"
#include "tests/vgpu/driver/call.h"
#include "tests/vgpu/driver/faults.h"
#include "tests/vgpu/driver/module_image.h"
#include "tests/vgpu/driver/repeats.h"
#include "tests/vgpu/model/duration.h"

namespace gpuproof::vgpu::driver {
namespace {

// A launch with its arguments copied, as the driver copies them at the call.
struct LaunchOrder {
  const SimtKernel* kernel = nullptr;
  const KernelModel* model = nullptr;
  LaunchShape shape;
  std::vector<std::size_t> sizes;
  std::vector<unsigned char> bytes;
  std::vector<void*> arguments;
};

std::shared_ptr<LaunchOrder> copy_order(const Function& function, const KernelModel& model,
                                        const LaunchShape& shape, void* const* arguments) {
  constexpr std::size_t slot = 16;  // arguments of up to this are aligned in any case
  auto order = std::make_shared<LaunchOrder>();
  order->kernel = function.kernel;
  order->model = &model;
  order->shape = shape;
  const auto& sizes = function.kernel->argument_sizes;
  order->sizes.assign(sizes.begin(), sizes.end());
  std::size_t total = slot;
  for (const auto size : order->sizes) total += (size + slot - 1) / slot * slot;
  order->bytes.resize(total);
  const auto first = reinterpret_cast<std::uintptr_t>(order->bytes.data());
  auto* place = order->bytes.data() + (slot - first % slot) % slot;
  for (std::size_t i = 0; i < order->sizes.size(); ++i) {
    std::memcpy(place, arguments[i], order->sizes[i]);
    order->arguments.push_back(place);
    place += (order->sizes[i] + slot - 1) / slot * slot;
  }
  return order;
}

CUdeviceptr pointer_at(const LaunchOrder& order, std::size_t place) {
  return order.sizes[place] == sizeof(CUdeviceptr)
             ? argument<CUdeviceptr>(order.arguments.data(), place)
             : 0;
}

// Another GPU's memory can be reached only where peer access was enabled.
bool reaches_foreign_memory(const Device& device, const LaunchOrder& order) {
  for (std::size_t i = 0; i < order.sizes.size(); ++i) {
    const auto place = Machine::get().find(pointer_at(order, i));
    if (place.device && place.device != &device && !device.peers.count(place.device->index))
      return true;
  }
  return false;
}

// Whatever is not declared as only read may have changed.
void note_writes(const LaunchOrder& order) {
  for (std::size_t i = 0; i < order.sizes.size(); ++i) {
    const auto& reads = order.model->reads;
    if (std::find(reads.begin(), reads.end(), i) == reads.end()) note_write(pointer_at(order, i));
  }
}

// One bit of what it computed, in the middle of its first output.
void make_wrong(const LaunchOrder& order) {
  const auto& model = *order.model;
  if (!model.repeatable()) {
    std::fprintf(stderr, "vgpu: it is not known what %s computes\n", model.name.c_str());
    return;
  }
  const auto output = pointer_at(order, model.adds_to ? *model.adds_to : model.writes.front());
  const auto place = Machine::get().find(output);
  if (!place.allocation) return;
  const auto middle =
      model.adds_to ? 0 : (place.allocation->bytes - (output - place.allocation->address)) / 2;
  *host_view<unsigned char>(output + middle) ^= 0x10;
}

CUresult error_of(LaunchEnd end) {
  switch (end) {
    case LaunchEnd::done:
      return CUDA_SUCCESS;
    case LaunchEnd::illegal_address:
      return CUDA_ERROR_ILLEGAL_ADDRESS;
    case LaunchEnd::misaligned_address:
      return CUDA_ERROR_MISALIGNED_ADDRESS;
    case LaunchEnd::stuck:
      break;
  }
  return CUDA_ERROR_LAUNCH_TIMEOUT;
}

CUresult execute_order(const Launch& launch, const LaunchOrder& order) {
  static Repeats repeats;
  auto* const* arguments = order.arguments.data();
  const auto& model = *order.model;
  const auto call = call_key(model, order.shape, order.sizes, arguments);
  if (repeats.serve(launch.device, model, call, arguments)) return CUDA_SUCCESS;
  if (reaches_foreign_memory(launch.device, order)) return CUDA_ERROR_ILLEGAL_ADDRESS;
  repeats.before(model, arguments);
  const auto outcome =
      execute(*order.kernel, order.shape, arguments, launch.device.facts->sms, wrong_sm(launch));
  if (outcome.end != LaunchEnd::done)
    std::fprintf(stderr, "vgpu: %s: %s\n", model.name.c_str(), outcome.what.c_str());
  note_writes(order);
  if (computes_wrong(launch)) make_wrong(order);
  repeats.after(launch.device, model, call, arguments);
  return error_of(outcome.end);
}

// Returns how long it takes, in ns; an error stays with the context.
std::int64_t perform(Stream& stream, const Launch& launch, const LaunchOrder& order) {
  auto& context = *stream.context;
  const Moment moment{.seconds = static_cast<double>(launch.start_ns) * 1e-9,
                      .launches = launch.earlier,
                      .busy = true};
  const auto& machine = Machine::get();
  const auto now = condition_of(machine.scenario(), launch.device.index, moment);
  context.sticky = now.lost ? CUDA_ERROR_UNKNOWN : launch_error(launch);
  if (context.sticky != CUDA_SUCCESS) return 0;
  if (never_ends(launch)) return never;
  context.sticky = execute_order(launch, order);
  disturb_memory(launch.device);
  const auto work = order.model->work(order.arguments.data());
  const double s = kernel_seconds(*launch.device.facts, now, work, machine.scale_divisor());
  return static_cast<std::int64_t>(s * 1e9 + 0.5);
}

Operation operation_of(const std::shared_ptr<LaunchOrder>& order) {
  return {.engine = Engine::compute, .run = [order](Stream& stream, std::int64_t start) {
            auto& device = *stream.context->device;
            return perform(stream, {device, order->model->name, count_launch(device.index), start},
                           *order);
          }};
}

bool fits(const Function& function, const LaunchShape& shape) {
  const auto threads = std::uint64_t{shape.block[0]} * shape.block[1] * shape.block[2];
  constexpr unsigned most_x = 2147483647, most_yz = 65535;
  return shape.grid[0] > 0 && shape.grid[1] > 0 && shape.grid[2] > 0 && threads > 0 &&
         threads <= 1024 && shape.block[2] <= 64 && shape.grid[0] <= most_x &&
         shape.grid[1] <= most_yz && shape.grid[2] <= most_yz &&
         shape.shared_bytes <= function.dynamic_shared_limit;
}

CUresult launch_on(Stream& stream, const Function& function, const LaunchShape& shape,
                   void* const* arguments) {
  if (function.context != stream.context) return CUDA_ERROR_INVALID_CONTEXT;
  if (!fits(function, shape)) return CUDA_ERROR_INVALID_VALUE;
  if (!arguments && !function.kernel->argument_sizes.empty()) return CUDA_ERROR_INVALID_VALUE;
  const auto* model = Registry<KernelModel>::instance().find(function.name);
  if (!model) {
    std::fprintf(stderr, "vgpu: the kernel %s has no cost; add it to tests/vgpu/model\n",
                 function.name.c_str());
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  auto& device = *stream.context->device;
  hang_at_launch(
      {device, function.name, live_gpu(device.index).moment.launches, virtual_clock().now()});
  virtual_clock().spend(static_cast<std::int64_t>(device.facts->latency.launch_us * 1e3));
  enqueue(stream, operation_of(copy_order(function, *model, shape, arguments)));
  return CUDA_SUCCESS;
}

}  // namespace

CUDA_FUNCTION cuLaunchKernel(CUfunction handle, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                             unsigned block_x, unsigned block_y, unsigned block_z,
                             unsigned shared_bytes, CUstream stream_handle, void** arguments,
                             void** extra) {
  return answer_for<Function>(__func__, Machine::get().functions, handle, [&](Function& function) {
    if (extra) return CUDA_ERROR_NOT_SUPPORTED;
    auto* stream = stream_of(*function.context, stream_handle);
    if (!stream) return CUDA_ERROR_INVALID_HANDLE;
    return launch_on(*stream, function,
                     {.grid = {grid_x, grid_y, grid_z},
                      .block = {block_x, block_y, block_z},
                      .shared_bytes = shared_bytes},
                     arguments);
  });
}
CUDA_FUNCTION cuLaunchKernelEx(const CUlaunchConfig* how, CUfunction handle, void** arguments,
                               void** extra) {
  if (!how) return CUDA_ERROR_INVALID_VALUE;
  if (how->numAttrs != 0) {
    std::fprintf(stderr, "vgpu: launch attributes are not modelled\n");
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  return cuLaunchKernel(handle, how->gridDimX, how->gridDimY, how->gridDimZ, how->blockDimX,
                        how->blockDimY, how->blockDimZ, how->sharedMemBytes, how->hStream,
                        arguments, extra);
}

}  // namespace gpuproof::vgpu::driver
