// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The multiply-add loop over a vector type V, for the units of one instruction set. V must live in
// an unnamed namespace: then these templates are private to the unit.
#pragma once

#include "kernels/host/fma.h"

namespace gpuproof::kernels {

// All accumulators must stay in registers: a spill shows as half the rate.
template <class V>
void run_fma(typename V::Element* values, typename V::Element c, std::uint64_t iterations) {
  typename V::Vector x[V::accumulators];
  const auto constant = V::broadcast(c);
  for (std::size_t i = 0; i < V::accumulators; ++i) x[i] = V::load(values + i * V::lanes);
  for (; iterations > 0; --iterations)
#pragma GCC unroll 16
    for (std::size_t i = 0; i < V::accumulators; ++i) x[i] = V::step(x[i], constant);
  for (std::size_t i = 0; i < V::accumulators; ++i) V::store(values + i * V::lanes, x[i]);
}

template <class V>
constexpr FmaLoop<typename V::Element> fma_loop() {
  return {V::accumulators * V::lanes, run_fma<V>};
}

}  // namespace gpuproof::kernels
