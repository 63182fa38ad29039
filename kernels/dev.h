// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What device code is written in. nvcc compiles it for GPUs; a C++ compiler compiles the same
// sources for the virtual GPU of the tests, whose simt.h stands in for the language.
#pragma once

#include <cstdint>

#if defined(__CUDACC__)

#define KERNEL(name, ...) extern "C" __global__ void __launch_bounds__(1024, 1) name(__VA_ARGS__)
#define SHARED_ARRAY(T, name, n) __shared__ T name[n]
#define DYN_SHARED(T, name)                                            \
  extern __shared__ __align__(16) unsigned char dynamic_shared_bytes[]; \
  T* const name = reinterpret_cast<T*>(dynamic_shared_bytes)

namespace gpuproof::dev {

// For data that is read once: it need not push others out of the L1.
__device__ __forceinline__ uint4 load_once(const uint4* from) {
  uint4 v;
  asm volatile("ld.global.nc.L1::no_allocate.v4.u32 {%0,%1,%2,%3}, [%4];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(from));
  return v;
}
__device__ __forceinline__ float4 load_once(const float4* from) {
  float4 v;
  asm volatile("ld.global.nc.L1::no_allocate.v4.f32 {%0,%1,%2,%3}, [%4];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "l"(from));
  return v;
}
// Past the caches as far as possible, with what other units wrote before: for checks.
__device__ __forceinline__ uint4 load_fresh(const uint4* from) { return __ldcv(from); }
// Volatile, or the compiler moves stores between the loads that are meant to be in flight at once.
__device__ __forceinline__ void store_once(uint4* to, uint4 v) {
  asm volatile("st.global.cs.v4.u32 [%0], {%1,%2,%3,%4};" ::"l"(to), "r"(v.x), "r"(v.y), "r"(v.z),
               "r"(v.w)
               : "memory");
}
__device__ __forceinline__ void store_once(float4* to, float4 v) {
  asm volatile("st.global.cs.v4.f32 [%0], {%1,%2,%3,%4};" ::"l"(to), "f"(v.x), "f"(v.y), "f"(v.z),
               "f"(v.w)
               : "memory");
}
__device__ __forceinline__ float fma(float a, float b, float c) { return ::fmaf(a, b, c); }

}  // namespace gpuproof::dev

#else

#include "simt.h"

#endif

namespace gpuproof::dev {

__device__ __forceinline__ std::uint64_t thread_index() {
  return std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
}
__device__ __forceinline__ std::uint64_t thread_count() {
  return std::uint64_t{gridDim.x} * blockDim.x;
}

// Adds the value of every thread of the block to *total: by warps, then once per block.
// Called by all threads of the block.
__device__ __forceinline__ void add_of_block(std::uint64_t value, unsigned long long* total) {
  SHARED_ARRAY(unsigned long long, of_warp, 32);
  unsigned long long sum = value;
  for (int lanes = 16; lanes > 0; lanes /= 2) sum += __shfl_down_sync(0xFFFFFFFFu, sum, lanes);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (unsigned warp = 1; warp < blockDim.x / 32; ++warp) sum += of_warp[warp];
  atomicAdd(total, sum);
}

}  // namespace gpuproof::dev
