// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Stands in for the language of device code: with it a C++ compiler compiles kernels/*.cu for the
// CPU. Only kernels/dev.h includes it. To add what a new kernel needs: a warp operation is one call
// of simt_warp_exchange, everything else a plain function.
#pragma once

#include <vector_functions.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "block.h"

#undef __global__
#undef __device__
#undef __host__
#undef __shared__
#undef __forceinline__
#undef __launch_bounds__
#define __global__
#define __device__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)

#define threadIdx (::gpuproof::vgpu::simt_thread->id)
#define blockIdx (::gpuproof::vgpu::simt_thread->block->id)
#define blockDim (::gpuproof::vgpu::simt_thread->block->dim)
#define gridDim (::gpuproof::vgpu::simt_thread->block->grid)

namespace gpuproof::vgpu {

template <class... A>
struct SimtCall {
  template <std::size_t... i>
  static void call_with(void (*function)(A...), void* const* arguments, std::index_sequence<i...>) {
    function(*static_cast<std::remove_cv_t<A>*>(arguments[i])...);
  }
  static void call(void (*function)(), void* const* arguments) {
    call_with(reinterpret_cast<void (*)(A...)>(function), arguments,
              std::index_sequence_for<A...>{});
  }
};

void add_simt_kernel(SimtKernel);

struct RegisterSimtKernel {
  template <class... A>
  RegisterSimtKernel(const char* name, void (*function)(A...)) {
    add_simt_kernel({.name = name,
                     .argument_sizes = {sizeof(A)...},
                     .function = reinterpret_cast<void (*)()>(function),
                     .call = SimtCall<A...>::call});
  }
};

// A lane and the value that it gets from another.
template <class T>
struct Shuffled {
  T value;
  std::uint32_t from;
};

template <class T>
void shuffle(unsigned char (*slots)[WarpExchange::slot_bytes], std::uint32_t mask) {
  static_assert(sizeof(Shuffled<T>) <= WarpExchange::slot_bytes);
  T before[simt_warp];
  for (unsigned lane = 0; lane < simt_warp; ++lane)
    std::memcpy(&before[lane], slots[lane], sizeof(T));
  for (unsigned lane = 0; lane < simt_warp; ++lane) {
    if (!(mask >> lane & 1)) continue;
    Shuffled<T> slot;
    std::memcpy(&slot, slots[lane], sizeof slot);
    if (!(mask >> slot.from & 1)) continue;  // undefined on a GPU: the own value stays
    slot.value = before[slot.from];
    std::memcpy(slots[lane], &slot, sizeof slot);
  }
}

template <class T>
T shuffle_from(std::uint32_t mask, T value, std::uint32_t from, const char* what) {
  Shuffled<T> slot{value, from};
  simt_warp_exchange(mask, &slot, sizeof slot, shuffle<T>, what);
  return slot.value;
}

// A wrong SM: each kind of access has a bit of its own, so that two do not cancel out.
enum class WrongBit : unsigned { load = 0, store = 1, compute = 2 };

template <class T>
T perhaps_wrong(T value, WrongBit bit) {
  if (__builtin_expect(!simt_thread->block->wrong, 1)) return value;
  auto first = std::bit_cast<std::uint32_t>(value.x) ^ 1u << static_cast<unsigned>(bit);
  value.x = std::bit_cast<decltype(value.x)>(first);
  return value;
}
inline float perhaps_wrong(float value, WrongBit bit) {
  if (__builtin_expect(!simt_thread->block->wrong, 1)) return value;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) ^
                              1u << static_cast<unsigned>(bit));
}

// A GPU refuses vector accesses that are not aligned to their size.
template <class T>
T* aligned(T* address) {
  if (__builtin_expect(reinterpret_cast<std::uintptr_t>(address) % sizeof(T) != 0, 0))
    simt_stop(LaunchEnd::misaligned_address, "access of " + std::to_string(sizeof(T)) + " bytes");
  return address;
}

}  // namespace gpuproof::vgpu

#define KERNEL(name, ...)                                                     \
  extern "C" void name(__VA_ARGS__);                                          \
  static const ::gpuproof::vgpu::RegisterSimtKernel name##_entry(#name, &name); \
  extern "C" void name(__VA_ARGS__)
#define SHARED_ARRAY(T, name, n)    \
  static const char name##_key = 0; \
  T* const name = static_cast<T*>(::gpuproof::vgpu::simt_shared_array(&name##_key, sizeof(T) * (n)))
#define DYN_SHARED(T, name) T* const name = static_cast<T*>(::gpuproof::vgpu::simt_dynamic_shared())

inline void __syncthreads() { gpuproof::vgpu::simt_barrier(); }
inline void __syncwarp(std::uint32_t mask = 0xFFFFFFFFu) {
  char nothing = 0;
  gpuproof::vgpu::simt_warp_exchange(mask, &nothing, 1, [](auto*, std::uint32_t) {}, "__syncwarp");
}

template <class T>
T __shfl_sync(std::uint32_t mask, T value, int from) {
  return gpuproof::vgpu::shuffle_from(mask, value, static_cast<std::uint32_t>(from) % 32,
                                      "__shfl_sync");
}
template <class T>
T __shfl_xor_sync(std::uint32_t mask, T value, int lanes) {
  const auto lane = gpuproof::vgpu::simt_thread->lane;
  return gpuproof::vgpu::shuffle_from(mask, value, (lane ^ static_cast<std::uint32_t>(lanes)) % 32,
                                      "__shfl_xor_sync");
}
template <class T>
T __shfl_down_sync(std::uint32_t mask, T value, int lanes) {
  const auto lane = gpuproof::vgpu::simt_thread->lane;
  const auto from = lane + static_cast<std::uint32_t>(lanes);
  return gpuproof::vgpu::shuffle_from(mask, value, from < 32 ? from : lane, "__shfl_down_sync");
}
template <class T>
T __shfl_up_sync(std::uint32_t mask, T value, int lanes) {
  const auto lane = gpuproof::vgpu::simt_thread->lane;
  const auto down = static_cast<std::uint32_t>(lanes);
  return gpuproof::vgpu::shuffle_from(mask, value, lane >= down ? lane - down : lane,
                                      "__shfl_up_sync");
}
inline std::uint32_t __ballot_sync(std::uint32_t mask, int predicate) {
  std::uint32_t slot = predicate != 0;
  gpuproof::vgpu::simt_warp_exchange(
      mask, &slot, sizeof slot,
      [](unsigned char(*slots)[gpuproof::vgpu::WarpExchange::slot_bytes], std::uint32_t lanes) {
        std::uint32_t votes = 0;
        for (unsigned lane = 0; lane < 32; ++lane)
          if ((lanes >> lane & 1) && slots[lane][0]) votes |= 1u << lane;
        for (unsigned lane = 0; lane < 32; ++lane) std::memcpy(slots[lane], &votes, sizeof votes);
      },
      "__ballot_sync");
  return slot;
}

template <class T>
T atomicAdd(T* at, std::type_identity_t<T> value) {
  return std::atomic_ref<T>(*at).fetch_add(value, std::memory_order_relaxed);
}
template <class T>
T atomicMin(T* at, std::type_identity_t<T> value) {
  std::atomic_ref<T> place(*at);
  T old = place.load(std::memory_order_relaxed);
  while (value < old && !place.compare_exchange_weak(old, value, std::memory_order_relaxed)) {
  }
  return old;
}
template <class T>
T atomicMax(T* at, std::type_identity_t<T> value) {
  std::atomic_ref<T> place(*at);
  T old = place.load(std::memory_order_relaxed);
  while (old < value && !place.compare_exchange_weak(old, value, std::memory_order_relaxed)) {
  }
  return old;
}

inline unsigned __float_as_uint(float value) { return std::bit_cast<unsigned>(value); }
inline float __uint_as_float(unsigned value) { return std::bit_cast<float>(value); }
inline int __popc(unsigned value) { return std::popcount(value); }

namespace gpuproof::dev {

inline uint4 load_once(const uint4* from) {
  return vgpu::perhaps_wrong(*vgpu::aligned(from), vgpu::WrongBit::load);
}
inline float4 load_once(const float4* from) {
  return vgpu::perhaps_wrong(*vgpu::aligned(from), vgpu::WrongBit::load);
}
// A check looks at what memory holds: it must not see faults of the SM that it runs on.
inline uint4 load_fresh(const uint4* from) { return *vgpu::aligned(from); }
inline void store_once(uint4* to, uint4 value) {
  *vgpu::aligned(to) = vgpu::perhaps_wrong(value, vgpu::WrongBit::store);
}
inline void store_once(float4* to, float4 value) {
  *vgpu::aligned(to) = vgpu::perhaps_wrong(value, vgpu::WrongBit::store);
}
inline float fma(float a, float b, float c) {
  return vgpu::perhaps_wrong(__builtin_fmaf(a, b, c), vgpu::WrongBit::compute);
}

}  // namespace gpuproof::dev
