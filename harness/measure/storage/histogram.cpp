// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace gpuproof {
namespace {

constexpr unsigned sub_bits = 7;
constexpr std::uint64_t sub_buckets = 1u << sub_bits;

unsigned shift_of(std::uint64_t value) {
  return value < sub_buckets ? 0 : static_cast<unsigned>(std::bit_width(value)) - sub_bits - 1;
}

// Values below 2 * sub_buckets have a bucket each.
std::size_t bucket_of(std::uint64_t value) {
  const unsigned shift = shift_of(value);
  return static_cast<std::size_t>(shift * sub_buckets + (value >> shift));
}

double middle_of(std::size_t bucket) {
  if (bucket < 2 * sub_buckets) return static_cast<double>(bucket);
  const auto shift = static_cast<unsigned>(bucket / sub_buckets - 1);
  const std::uint64_t low = (bucket - shift * sub_buckets) << shift;
  return static_cast<double>(low) + (std::ldexp(1.0, static_cast<int>(shift)) - 1) / 2;
}

const std::size_t bucket_count = bucket_of(~std::uint64_t{0}) + 1;

}  // namespace

void Histogram::add(std::uint64_t value) {
  if (buckets_.empty()) buckets_.resize(bucket_count);
  ++buckets_[bucket_of(value)];
  ++count_;
  max_ = std::max(max_, value);
}

void Histogram::merge(const Histogram& other) {
  if (buckets_.empty()) buckets_.resize(other.buckets_.size());
  for (std::size_t i = 0; i < other.buckets_.size(); ++i) buckets_[i] += other.buckets_[i];
  count_ += other.count_;
  max_ = std::max(max_, other.max_);
}

std::optional<double> Histogram::quantile(double q) const {
  const auto n = static_cast<double>(count_);
  // The small term is for quantiles such as 0.99 that binary fractions only come near.
  if (!(q >= 0 && q < 1) || !(n * (1 - q) >= 10 - 1e-6)) return std::nullopt;
  const auto rank = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(q * n - 1e-6)));
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < buckets_.size(); ++i)
    if ((seen += buckets_[i]) >= rank) return std::min(middle_of(i), static_cast<double>(max_));
  return std::nullopt;
}

}  // namespace gpuproof
