// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Device memory: mappings of this process, each ending at a page that nobody may touch.
#pragma once

#include "tests/vgpu/driver/machine.h"

namespace gpuproof::vgpu::driver {

// Null where the nominal size does not fit into what is free.
Allocation* allocate(Device&, std::size_t bytes);
// False: no allocation begins there.
bool release(Device&, CUdeviceptr);
void release_all(Device&);
// Free memory in nominal bytes, all processes considered.
std::uint64_t free_bytes(const Device&);

// The allocation of this device that holds all these bytes; null: none.
Allocation* range_of(Device&, CUdeviceptr, std::size_t bytes);
bool is_pinned(const void*);
// What is stored there may have changed.
void note_write(CUdeviceptr);

template <class T = unsigned char>
T* host_view(CUdeviceptr address) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(address));
}

}  // namespace gpuproof::vgpu::driver
