// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Checks of a matrix product c = a * b without doing it again: exactly for small whole numbers, and
// against higher precision on sampled rows for random ones.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "harness/measure/host_bench.h"

namespace gpuproof {

// Small enough that any order of up to 2^20 additions is exact in fp32.
int small_whole(std::uint64_t index);
// Seeded, mean 0, deviation 1: the sum of four uniform values.
double near_normal(std::uint64_t index);
// Weights of the exact check.
std::uint64_t gemm_weight(std::uint64_t column);

// A whole number as such; NaN and fractions become a value that no sum can have.
std::uint64_t whole_or_impossible(double value);

// Freivalds: c * x against a * (b * x) modulo 2^64, every row. One wrong element always
// shows, as no weight is 0; several cancel with odds of about one in a million.
template <class T>
void verify_whole_product(HostBench& bench, std::size_t n, const HostArray<T>& a,
                          const HostArray<T>& b, const HostArray<T>& c) {
  const auto times = [&](const HostArray<T>& m, std::size_t row, auto&& x) {
    std::uint64_t sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += whole_or_impossible(m[row * n + j]) * x(j);
    return sum;
  };
  const auto each_row = [&](auto&& work) {
    bench.run([&](std::size_t thread) {
      for (std::size_t row = thread; row < n; row += bench.threads()) work(row);
    });
  };
  std::vector<std::uint64_t> bx(n), found(n), right(n);
  each_row([&](std::size_t row) { bx[row] = times(b, row, gemm_weight); });
  each_row([&](std::size_t row) {
    found[row] = times(c, row, gemm_weight);
    right[row] = times(a, row, [&](std::size_t k) { return bx[k]; });
  });
  auto comparison = compare(found.data(), n, 0, [&](std::size_t row) { return right[row]; });
  bench.session().verified(comparison.integrity("every row, exact on whole numbers"));
}

// A few rows against sums in higher precision. The bound is the probabilistic one,
// 4 * sqrt(n) * u * sum |a||b|: the deterministic one would hide a wrong bit.
template <class T>
void verify_sampled_rows(HostBench& bench, std::size_t n, const HostArray<T>& a,
                         const HostArray<T>& b, const HostArray<T>& c) {
  using High = std::conditional_t<std::is_same_v<T, float>, double, long double>;
  const double u = std::numeric_limits<T>::epsilon() / 2.0 * 4 * std::sqrt(static_cast<double>(n));
  DataComparison all;
  std::mutex lock;
  bench.run([&](std::size_t thread) {
    const auto [first, count] = slice_of(n, thread, bench.threads());
    DataComparison part;
    for (const std::size_t row : {std::size_t{0}, n / 3, n / 2 + 1, n - 1}) {
      std::vector<High> sum(count), size(count);
      for (std::size_t k = 0; k < n; ++k)
        for (std::size_t j = 0; j < count; ++j) {
          const High product = High(a[row * n + k]) * High(b[k * n + first + j]);
          sum[j] += product;
          size[j] += product < 0 ? -product : product;
        }
      for (std::size_t j = 0; j < count; ++j) {
        const double found = c[row * n + first + j], right = static_cast<double>(sum[j]);
        const double error = static_cast<double>(std::abs(High(found) - sum[j]));
        ++part.values;
        if (!(error <= u * static_cast<double>(size[j])))
          part.miss(row * n + first + j, value_text(right), value_text(found));
      }
    }
    const std::scoped_lock guard(lock);
    all.add(part);
  });
  bench.session().verified(all.integrity("4 rows against higher precision, random data"));
}

}  // namespace gpuproof
