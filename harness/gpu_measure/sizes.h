// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Working sets of GPU benchmarks. The virtual GPU of the tests executes them in miniature and
// charges time for the nominal size; its library says by how much. Only this file asks for it.
#pragma once

#include <cstddef>
#include <optional>

#include "harness/base/units.h"
#include "harness/gpu/library/shared_library.h"

namespace gpuproof {

// Rates are computed from the nominal size, checks run on the executed one.
struct WorkingSet {
  Bytes nominal = 0, executed = 0;
};

class GpuSizes {
 public:
  // The identity on a driver that does not export vgpuScale.
  explicit GpuSizes(const SharedLibrary& driver);

  bool simulated() const { return scale_.has_value(); }
  // Multiples of `granule` and at least one of it; on the virtual GPU that holds for the executed
  // one, and the nominal one is what that stands for.
  WorkingSet bytes(Bytes nominal, Bytes granule) const;
  // Edge of a matrix to execute: by the cube root of the scale, rounded to whole tiles.
  std::size_t edge(std::size_t nominal, std::size_t tile) const;

 private:
  std::optional<double> scale_;
};

}  // namespace gpuproof
