// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The checks of a product see one wrong element, wherever it stands and however it is wrong.
#include "harness/measure/gemm_check.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "harness/base/error.h"
#include "harness/measure/open_blas.h"

namespace gpuproof {
namespace {

constexpr std::size_t n = 37;

struct GemmCheck : ::testing::Test {
  Benchmark benchmark{.name = "host/example",
                      .metrics = {{"host/example", "GFLOP/s", Better::higher, "2 n^3"}},
                      .run = static_cast<void (*)(HostBench&)>(nullptr)};
  PlanStep step{.benchmark = "host/example"};
  BenchSession session{benchmark, step};
  HostBench bench{session};

  template <class T, class Value>
  HostArray<T> matrix(Value value) {
    return bench.array<T>(n * n, [&](std::size_t i) { return static_cast<T>(value(i)); });
  }
  template <class T>
  HostArray<T> product(const HostArray<T>& a, const HostArray<T>& b) {
    return bench.array<T>(n * n, [&](std::size_t i) {
      double sum = 0;
      for (std::size_t k = 0; k < n; ++k)
        sum += double(a[i / n * n + k]) * double(b[k * n + i % n]);
      return static_cast<T>(sum);
    });
  }
  std::uint64_t mismatches() { return session.record().integrity->mismatches; }
};

TEST_F(GemmCheck, right_products_pass_both) {
  const auto a = matrix<float>(small_whole),
             b = matrix<float>([](auto i) { return small_whole(i + 9999); });
  verify_whole_product(bench, n, a, b, product(a, b));
  const auto x = matrix<double>(near_normal),
             y = matrix<double>([](auto i) { return near_normal(i + 9999); });
  verify_sampled_rows(bench, n, x, y, product(x, y));
  EXPECT_EQ(mismatches(), 0u);
  EXPECT_EQ(session.record().integrity->values, n + 4 * n);
}

TEST_F(GemmCheck, every_single_wrong_whole_element_shows) {
  const auto a = matrix<float>(small_whole),
             b = matrix<float>([](auto i) { return small_whole(i + 9999); });
  auto c = product(a, b);
  std::uint64_t expected = 0;
  for (const double wrong : {1.0, -1.0, 0.5, 1e30}) {
    for (std::size_t place : {std::size_t{0}, n * n / 2, n * n - 1}) {
      const float right = c[place];
      c[place] = static_cast<float>(right + wrong);
      verify_whole_product(bench, n, a, b, c);
      c[place] = right;
      EXPECT_EQ(mismatches(), ++expected) << wrong << " at " << place;
    }
  }
  c[5] = std::numeric_limits<float>::quiet_NaN();
  verify_whole_product(bench, n, a, b, c);
  EXPECT_EQ(mismatches(), expected + 1);
}

TEST_F(GemmCheck, sampled_rows_see_small_errors_and_nan) {
  const auto a = matrix<float>(near_normal),
             b = matrix<float>([](auto i) { return near_normal(i + 9999); });
  auto c = product(a, b);
  c[3] *= 1.001f;
  verify_sampled_rows(bench, n, a, b, c);
  EXPECT_EQ(mismatches(), 1u);
  c[n * n - 2] = poison<float>();
  verify_sampled_rows(bench, n, a, b, c);
  EXPECT_EQ(mismatches(), 3u);
}

TEST(GemmData, is_whole_or_near_normal) {
  double sum = 0, squares = 0;
  for (std::uint64_t i = 0; i < 100000; ++i) {
    EXPECT_LE(std::abs(small_whole(i)), 2);
    EXPECT_GT(gemm_weight(i), 0u);
    const double x = near_normal(i);
    sum += x;
    squares += x * x;
  }
  EXPECT_NEAR(sum / 1e5, 0, 0.02);
  EXPECT_NEAR(std::sqrt(squares / 1e5), 1, 0.02);
}

TEST(OpenBlas, absence_is_unavailable_and_names_the_remedy) {
  try {
    OpenBlas blas(1, {"libopenblas-that-is-not-there.so.9"});
    FAIL() << "loaded";
  } catch (const Unavailable& e) {
    EXPECT_NE(std::string(e.what()).find("apt install libopenblas0-pthread"), std::string::npos);
    EXPECT_NE(std::string(e.what()).find("not-there.so.9"), std::string::npos);
  }
}

TEST(OpenBlas, a_library_without_its_symbols_is_unavailable) {
  EXPECT_THROW(OpenBlas(1, {"libc.so.6"}), Unavailable);
}

TEST(OpenBlas, environment_lists_what_would_change_it) {
  ::setenv("OPENBLAS_CORETYPE", "Haswell", 1);
  const auto found = blas_environment();
  ::unsetenv("OPENBLAS_CORETYPE");
  EXPECT_EQ(found.at("OPENBLAS_CORETYPE"), "Haswell");
  EXPECT_FALSE(found.contains("PATH"));
}

}  // namespace
}  // namespace gpuproof
