// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/gpu_measure/sizes.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace gpuproof {
namespace {

std::size_t rounded(double value, std::size_t granule) {
  const auto parts = std::llround(value / static_cast<double>(granule));
  return granule * static_cast<std::size_t>(std::max(1LL, parts));
}

}  // namespace

GpuSizes::GpuSizes(const SharedLibrary& driver) {
  const auto scale = reinterpret_cast<double (*)()>(driver.find("vgpuScale"));
  if (!scale) return;
  scale_ = scale();
  if (!(*scale_ > 0 && *scale_ <= 1))
    throw std::logic_error("vgpuScale() of the virtual GPU is not within 0 and 1");
}

WorkingSet GpuSizes::bytes(Bytes nominal, Bytes granule) const {
  if (!scale_) {
    const auto whole = rounded(static_cast<double>(nominal), granule);
    return {whole, whole};
  }
  // The virtual GPU charges for what it executes, divided by its scale: that size is the nominal
  // one, or rounding the miniature would show as a rate that is off.
  const auto executed = rounded(static_cast<double>(nominal) * *scale_, granule);
  return {static_cast<Bytes>(std::llround(static_cast<double>(executed) / *scale_)), executed};
}

std::size_t GpuSizes::edge(std::size_t nominal, std::size_t tile) const {
  return rounded(static_cast<double>(nominal) * std::cbrt(scale_.value_or(1)), tile);
}

}  // namespace gpuproof
