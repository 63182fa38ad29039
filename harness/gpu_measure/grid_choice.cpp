// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/gpu_measure/grid_choice.h"

#include <fmt/core.h>

#include <limits>

namespace gpuproof {

Grid choose_grid(GpuBench& bench, const std::function<void(const Grid&)>& enqueue) {
  const auto multiprocessors = static_cast<unsigned>(bench.gpu().multiprocessors());
  Grid best;
  double best_s = std::numeric_limits<double>::infinity();
  for (const unsigned blocks : {1u, 2u, 4u, 8u, 16u, 32u})
    for (const unsigned threads : {256u, 512u, 1024u}) {
      const Grid grid{.blocks = blocks * multiprocessors, .threads = threads};
      const double s = bench.trial([&] { enqueue(grid); });
      if (!(s < best_s)) continue;
      best_s = s;
      best = grid;
    }
  bench.method("grid", fmt::format("{} blocks of {} threads on each of {} multiprocessors",
                                   best.blocks / multiprocessors, best.threads, multiprocessors));
  return best;
}

}  // namespace gpuproof
