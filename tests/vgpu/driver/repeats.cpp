// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/vgpu/driver/repeats.h"

#include <cstdlib>
#include <cstring>

#include "tests/vgpu/driver/allocations.h"
#include "tests/vgpu/driver/faults.h"

namespace gpuproof::vgpu::driver {
namespace {

constexpr std::size_t most_known = 1024;

bool turned_off() {
  static const bool off = [] {
    const char* how = std::getenv("VGPU_REPEATS");
    return how && std::strcmp(how, "execute") == 0;
  }();
  return off;
}

// Nullopt where one of them is not in device memory: its changes are not seen.
std::optional<std::vector<std::uint64_t>> versions_of(const std::vector<std::size_t>& places,
                                                      void* const* arguments) {
  std::vector<std::uint64_t> versions;
  for (const auto place : places) {
    const auto found = Machine::get().find(argument<CUdeviceptr>(arguments, place));
    if (!found.allocation) return std::nullopt;
    versions.push_back(found.allocation->version);
  }
  return versions;
}

// Null: there is none, or it is nowhere on this machine.
std::uint64_t* sum_of(const KernelModel& model, void* const* arguments) {
  if (!model.adds_to) return nullptr;
  const auto address = argument<CUdeviceptr>(arguments, *model.adds_to);
  return Machine::get().find(address).allocation ? host_view<std::uint64_t>(address) : nullptr;
}

}  // namespace

bool Repeats::serve(Device& device, const KernelModel& model, const std::string& call,
                    void* const* arguments) {
  if (turned_off() || !model.repeatable() || always_executes(device, model.name)) return false;
  const auto found = known_.find(call);
  if (found == known_.end()) return false;
  const auto& known = found->second;
  if (versions_of(model.reads, arguments) != known.inputs ||
      versions_of(model.writes, arguments) != known.outputs)
    return false;
  if (model.adds_to) {
    auto* const sum = sum_of(model, arguments);
    if (!sum) return false;
    *sum += known.added;
    note_write(argument<CUdeviceptr>(arguments, *model.adds_to));
  }
  return true;
}

void Repeats::before(const KernelModel& model, void* const* arguments) {
  if (const auto* sum = sum_of(model, arguments)) sum_before_ = *sum;
}

void Repeats::after(Device& device, const KernelModel& model, const std::string& call,
                    void* const* arguments) {
  if (turned_off() || !model.repeatable() || always_executes(device, model.name)) return;
  const auto inputs = versions_of(model.reads, arguments);
  const auto outputs = versions_of(model.writes, arguments);
  const auto* sum = sum_of(model, arguments);
  if (!inputs || !outputs || (model.adds_to && !sum)) return;
  if (known_.size() >= most_known) known_.clear();
  auto& known = known_[call];
  known = {*inputs, *outputs, 0};
  if (sum) known.added = *sum - sum_before_;
}

std::string call_key(const KernelModel& model, const LaunchShape& shape,
                     const std::vector<std::size_t>& sizes, void* const* arguments) {
  std::string key = model.name;
  const auto add = [&](const void* bytes, std::size_t size) {
    key.append(static_cast<const char*>(bytes), size);
  };
  if (!model.any_grid) {
    add(shape.grid, sizeof shape.grid);
    add(shape.block, sizeof shape.block);
    add(&shape.shared_bytes, sizeof shape.shared_bytes);
  }
  for (std::size_t i = 0; i < sizes.size(); ++i) add(arguments[i], sizes[i]);
  return key;
}

}  // namespace gpuproof::vgpu::driver
