// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The seeded values that matrix checks are made of.
#include "harness/measure/gemm_check.h"

namespace gpuproof {
namespace {

// The finaliser of splitmix64: neighbours share no bits.
std::uint64_t mix(std::uint64_t x) {
  x = (x + 1) * 0x9E3779B97F4A7C15u;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

}  // namespace

int small_whole(std::uint64_t index) { return static_cast<int>(mix(index) % 5) - 2; }

double near_normal(std::uint64_t index) {
  const auto bits = mix(index);
  double sum = 0;
  for (int part = 0; part < 4; ++part) sum += static_cast<double>(bits >> (16 * part) & 0xFFFF);
  // Four uniforms of 0..65535: mean 131070, deviation 65536 / sqrt(3).
  return (sum - 131070) * 1.7320508 / 65536;
}

std::uint64_t gemm_weight(std::uint64_t column) { return (mix(~column) & 0xFFFFF) + 1; }

std::uint64_t whole_or_impossible(double value) {
  constexpr double limit = 1u << 30;
  if (!(std::abs(value) <= limit) || value != std::nearbyint(value)) return std::uint64_t{1} << 40;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

}  // namespace gpuproof
