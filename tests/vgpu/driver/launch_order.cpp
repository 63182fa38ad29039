// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/vgpu/driver/launch_order.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "tests/vgpu/clock/gpu_counters.h"
#include "tests/vgpu/driver/allocations.h"
#include "tests/vgpu/driver/faults.h"
#include "tests/vgpu/driver/repeats.h"
#include "tests/vgpu/model/duration.h"

namespace gpuproof::vgpu::driver {
namespace {

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

}  // namespace

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

Operation operation_of(const std::shared_ptr<LaunchOrder>& order) {
  return {.engine = Engine::compute, .run = [order](Stream& stream, std::int64_t start) {
            auto& device = *stream.context->device;
            return perform(stream, {device, order->model->name, count_launch(device.index), start},
                           *order);
          }};
}

}  // namespace gpuproof::vgpu::driver
