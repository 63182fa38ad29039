// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// __builtin_cpu_supports also asks whether the operating system saves the registers.
#include "kernels/host/dispatch.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace gpuproof::kernels {
namespace {

void require(InstructionSet set) {
  const auto sets = available_sets();
  if (std::find(sets.begin(), sets.end(), set) == sets.end())
    throw std::logic_error("this CPU has no " + std::string(set_name(set)));
}

}  // namespace

std::string_view set_name(InstructionSet set) {
  switch (set) {
    case InstructionSet::avx512:
      return "avx512";
    case InstructionSet::avx2:
      return "avx2";
    case InstructionSet::scalar:
      return "scalar";
  }
  return "?";
}

const StreamKernels& stream_kernels() { return stream_kernels(available_sets().back()); }

#if defined(__x86_64__)

std::vector<InstructionSet> available_sets() {
  std::vector<InstructionSet> sets{InstructionSet::scalar};
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    sets.push_back(InstructionSet::avx2);
  if (__builtin_cpu_supports("avx512f")) sets.push_back(InstructionSet::avx512);
  return sets;
}

const StreamKernels& stream_kernels(InstructionSet set) {
  require(set);
  if (set == InstructionSet::avx512) return stream_avx512;
  return set == InstructionSet::avx2 ? stream_avx2 : stream_scalar;
}

const FmaKernels& fma_kernels(InstructionSet set) {
  require(set);
  if (set == InstructionSet::avx512) return fma_avx512;
  return set == InstructionSet::avx2 ? fma_avx2 : fma_scalar;
}

#else

std::vector<InstructionSet> available_sets() { return {InstructionSet::scalar}; }

const StreamKernels& stream_kernels(InstructionSet set) {
  require(set);
  return stream_scalar;
}

const FmaKernels& fma_kernels(InstructionSet set) {
  require(set);
  return fma_scalar;
}

#endif

}  // namespace gpuproof::kernels
