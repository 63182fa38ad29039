// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/vgpu/driver/allocations.h"

#include <sys/mman.h>

#include <cerrno>

#include "harness/base/error.h"
#include "tests/vgpu/clock/gpu_counters.h"
#include "tests/vgpu/model/duration.h"

namespace gpuproof::vgpu::driver {
namespace {

constexpr std::size_t page = 4096, alignment = 256;  // as cuMemAlloc aligns

std::size_t rounded_up(std::size_t bytes, std::size_t to) { return (bytes + to - 1) / to * to; }

std::uint64_t nominal(std::size_t bytes) {
  return static_cast<std::uint64_t>(nominal_bytes(bytes, Machine::get().scale_divisor()));
}

void* reserve(std::size_t bytes) {
  void* const place =
      ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED) throw SystemError("no address space for device memory", errno);
  return place;
}

// Addresses are not used again: what is touched after it was freed is an illegal address for ever.
void give_back(Device& device, const Allocation& allocation) {
  if (::mmap(allocation.reserved, allocation.reserved_bytes, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED)
    throw SystemError("cannot take device memory away", errno);
  device.allocated -= allocation.bytes;
  hold_memory(device.index, -static_cast<std::int64_t>(nominal(allocation.bytes)));
}

}  // namespace

std::uint64_t free_bytes(const Device& device) {
  const auto& memory = device.facts->memory;
  std::uint64_t used = memory.reserved_bytes + held_bytes(device.index);
  for (const auto& process : device.facts->processes) used += process.memory_bytes;
  return used < memory.bytes ? memory.bytes - used : 0;
}

// Right-aligned as far as the alignment allows, so that the first byte beyond is caught.
Allocation* allocate(Device& device, std::size_t bytes) {
  if (nominal(bytes) > free_bytes(device)) return nullptr;
  const auto usable = rounded_up(bytes, page);
  Allocation made{
      .bytes = bytes, .reserved_bytes = usable + 2 * page, .order = device.allocations_made++};
  made.reserved = reserve(made.reserved_bytes);
  auto* const first = static_cast<unsigned char*>(made.reserved) + page;
  if (::mprotect(first, usable, PROT_READ | PROT_WRITE) != 0)
    throw SystemError("no memory for the virtual GPU", errno);
  made.address = reinterpret_cast<std::uintptr_t>(first) + usable - rounded_up(bytes, alignment);
  device.allocated += bytes;
  hold_memory(device.index, static_cast<std::int64_t>(nominal(bytes)));
  return &device.allocations.emplace(made.address, made).first->second;
}

bool release(Device& device, CUdeviceptr address) {
  const auto found = device.allocations.find(address);
  if (found == device.allocations.end()) return false;
  give_back(device, found->second);
  device.allocations.erase(found);
  return true;
}

void release_all(Device& device) {
  for (const auto& [address, allocation] : device.allocations) give_back(device, allocation);
  device.allocations.clear();
}

Allocation* range_of(Device& device, CUdeviceptr address, std::size_t bytes) {
  const auto place = Machine::get().find(address);
  if (place.device != &device) return nullptr;
  auto& allocation = *place.allocation;
  return bytes <= allocation.address + allocation.bytes - address ? &allocation : nullptr;
}

bool is_pinned(const void* pointer) {
  const auto& pinned = Machine::get().pinned;
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  auto found = pinned.upper_bound(address);
  if (found == pinned.begin()) return false;
  --found;
  return address < found->first + found->second;
}

void note_write(CUdeviceptr address) {
  if (const auto place = Machine::get().find(address); place.allocation)
    ++place.allocation->version;
}

}  // namespace gpuproof::vgpu::driver
