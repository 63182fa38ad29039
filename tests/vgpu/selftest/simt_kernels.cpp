// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Kernels that do something wrong on purpose, or show one thing that the executor must get right.
#include "kernels/dev.h"

KERNEL(selftest_write_at, unsigned* out, std::uint64_t at) {
  if (threadIdx.x == 5) out[at] = 1;
}

KERNEL(selftest_misaligned, const uint4* in, uint4* out) {
  if (threadIdx.x == 3)
    gpuproof::dev::store_once(
        out, gpuproof::dev::load_once(reinterpret_cast<const uint4*>(
                 reinterpret_cast<const char*>(in) + 8)));
}

// Half of a warp waits for the block, the other half for the warp.
KERNEL(selftest_diverging, unsigned* out) {
  if (threadIdx.x % 32 < 16)
    __syncthreads();
  else
    out[threadIdx.x] = __ballot_sync(0xFFFFFFFFu, 1);
}

// The sum of the block by shared memory and barriers; right only when they work.
KERNEL(selftest_tree_sum, const unsigned* in, unsigned* out) {
  SHARED_ARRAY(unsigned, partial, 1024);
  partial[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
  }
  if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}

// Reads what another thread writes, with no barrier between them.
KERNEL(selftest_race, unsigned* out) {
  SHARED_ARRAY(unsigned, passed_on, 64);
  passed_on[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = passed_on[(threadIdx.x + 1) % blockDim.x];
}

KERNEL(selftest_shared_start, unsigned* out) {
  SHARED_ARRAY(unsigned, nobody_wrote_it, 4);
  DYN_SHARED(unsigned, dynamic);
  if (threadIdx.x == 0) {
    out[0] = nobody_wrote_it[3];
    out[1] = dynamic[7];
  }
}

// Some threads leave before the barrier: it is for those that are left.
KERNEL(selftest_early_leave, unsigned* out) {
  if (threadIdx.x >= 40) return;
  __syncthreads();
  out[threadIdx.x] = __shfl_xor_sync(threadIdx.x < 32 ? 0xFFFFFFFFu : 0xFFu, threadIdx.x, 1);
}
