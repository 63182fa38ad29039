// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/vgpu/driver/faults.h"

#include <algorithm>

#include "tests/vgpu/clock/gpu_counters.h"
#include "tests/vgpu/clock/virtual_clock.h"
#include "tests/vgpu/driver/allocations.h"
#include "tests/vgpu/driver/call.h"

namespace gpuproof::vgpu::driver {
namespace {

const std::vector<Fault>& faults() { return Machine::get().scenario().faults; }

Moment moment_of(const Launch& launch) {
  return {.seconds = static_cast<double>(launch.start_ns) * 1e-9,
          .launches = launch.earlier,
          .busy = true};
}

bool names(const Fault& fault, std::string_view kernel) {
  return !fault.call || *fault.call == kernel;
}

// The place of the first fault of this kind that strikes this launch, counted.
std::optional<std::size_t> struck_by(FaultKind kind, const Launch& launch) {
  for (std::size_t i = 0; i < faults().size(); ++i) {
    const auto& fault = faults()[i];
    if (fault.kind == kind && fault.strikes(launch.device.index) && names(fault, launch.kernel) &&
        has_begun(fault, moment_of(launch)) && strike(i, fault.times))
      return i;
  }
  return std::nullopt;
}

bool hangs(const Launch& launch, HangPlace place) {
  for (const auto& fault : faults())
    if (fault.kind == FaultKind::hang && fault.at == place && fault.strikes(launch.device.index) &&
        names(fault, launch.kernel) && has_begun(fault, moment_of(launch)))
      return true;
  return false;
}

// Byte `offset` of the memory in use, counted from the buffer that was made first.
CUdeviceptr place_of(const Device& device, std::uint64_t offset) {
  std::vector<const Allocation*> in_order;
  for (const auto& [address, allocation] : device.allocations) in_order.push_back(&allocation);
  std::sort(in_order.begin(), in_order.end(), [](auto* a, auto* b) { return a->order < b->order; });
  for (const auto* allocation : in_order) {
    if (offset < allocation->bytes) return allocation->address + offset;
    offset -= allocation->bytes;
  }
  return 0;
}

void set_byte(CUdeviceptr place, unsigned char value) {
  auto& byte = *host_view<unsigned char>(place);
  if (byte == value) return;
  byte = value;
  note_write(place);
}

void disturb(Device& device, std::size_t index) {
  const auto& fault = faults()[index];
  const auto place = place_of(device, fault.offset_bytes.value_or(0));
  if (place == 0) return;  // nothing of the program lies there
  const auto mask = static_cast<unsigned char>(1u << fault.bit.value_or(0));
  const auto found = *host_view<unsigned char>(place);
  if (fault.kind == FaultKind::stuck_bit)
    set_byte(place, static_cast<unsigned char>(*fault.value ? found | mask : found & ~mask));
  else if (strike(index, fault.times.value_or(1)))
    set_byte(place, found ^ mask);
}

}  // namespace

bool is_lost(const Device& device) {
  return condition_of(Machine::get().scenario(), device.index, live_gpu(device.index).moment).lost;
}

void hang_at_launch(const Launch& launch) {
  if (hangs(launch, HangPlace::launch)) throw Hang{};
}

void hang_at_teardown(const Device& device) {
  const auto moment = live_gpu(device.index).moment;
  for (const auto& fault : faults())
    if (fault.kind == FaultKind::hang && fault.at == HangPlace::teardown &&
        fault.strikes(device.index) && has_begun(fault, moment))
      throw Hang{};
}

bool never_ends(const Launch& launch) { return hangs(launch, HangPlace::sync); }

CUresult launch_error(const Launch& launch) {
  const auto found = struck_by(FaultKind::launch_error, launch);
  return found ? static_cast<CUresult>(faults()[*found].code.value_or(CUDA_ERROR_LAUNCH_FAILED))
               : CUDA_SUCCESS;
}

std::optional<unsigned> wrong_sm(const Launch& launch) {
  const auto found = struck_by(FaultKind::wrong_sm, launch);
  if (!found) return std::nullopt;
  return static_cast<unsigned>(faults()[*found].sm.value_or(0));
}

bool computes_wrong(const Launch& launch) {
  bool wrong = false;
  for (std::size_t i = 0; i < faults().size(); ++i) {
    const auto& fault = faults()[i];
    if (fault.kind != FaultKind::wrong_call || !fault.strikes(launch.device.index) ||
        !names(fault, launch.kernel))
      continue;
    const Moment calls{.seconds = moment_of(launch).seconds, .launches = count_call(i)};
    wrong |= has_begun(fault, calls) && strike(i, fault.times);
  }
  return wrong;
}

void disturb_memory(Device& device) {
  const auto moment = live_gpu(device.index).moment;
  for (std::size_t i = 0; i < faults().size(); ++i) {
    const auto& fault = faults()[i];
    const bool of_memory =
        fault.kind == FaultKind::stuck_bit || fault.kind == FaultKind::flipped_bit;
    if (of_memory && fault.strikes(device.index) && has_begun(fault, moment)) disturb(device, i);
  }
}

bool always_executes(const Device& device, std::string_view kernel) {
  return std::any_of(faults().begin(), faults().end(), [&](const Fault& fault) {
    return (fault.kind == FaultKind::wrong_sm || fault.kind == FaultKind::wrong_call) &&
           fault.strikes(device.index) && names(fault, kernel);
  });
}

}  // namespace gpuproof::vgpu::driver
