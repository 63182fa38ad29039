// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Plain loops for any CPU: fused where the base line has the instruction (arm64), else two steps.
// Compiled with -ffp-contract=off, so that the compiler does not choose.
#include "kernels/host/fma.h"

namespace gpuproof::kernels {
namespace {

// Enough for four pipes of four clocks latency with 16-byte vectors.
constexpr std::size_t chains32 = 64, chains64 = 32;

#if defined(__FP_FAST_FMA) && defined(__FP_FAST_FMAF)
constexpr bool fused = true;
inline float step(float x, float c) { return __builtin_fmaf(-x, x, c); }
inline double step(double x, double c) { return __builtin_fma(-x, x, c); }
#else
constexpr bool fused = false;
inline float step(float x, float c) { return c - x * x; }
inline double step(double x, double c) { return c - x * x; }
#endif

template <class T, std::size_t chains>
void run(T* values, T c, std::uint64_t iterations) {
  T x[chains];
  for (std::size_t i = 0; i < chains; ++i) x[i] = values[i];
  for (; iterations > 0; --iterations)
    for (std::size_t i = 0; i < chains; ++i) x[i] = step(x[i], c);
  for (std::size_t i = 0; i < chains; ++i) values[i] = x[i];
}

}  // namespace

const FmaKernels fma_scalar{
    InstructionSet::scalar,           fused, 1, 1, {chains32, run<float, chains32>},
    {chains64, run<double, chains64>}};

}  // namespace gpuproof::kernels
