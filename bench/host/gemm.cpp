// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Matrix multiplication on all cores by OpenBLAS, beside the multiply-add limit of the same cores.
#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/measure/fma_probe.h"
#include "harness/measure/gemm_check.h"
#include "harness/measure/open_blas.h"

namespace gpuproof {
namespace {

constexpr int rounds = 2;
// OpenBLAS threads spin for about 2^26 clocks after a call and would share the cores.
constexpr double blas_rest_s = 0.05;

// A call takes about a twelfth of the budget; steps of a ladder, so that runs stay comparable.
std::size_t edge_for(HostBench& bench, double flop_per_core) {
  const auto option = bench.session().option("edge");
  if (!option.empty()) {
    const auto edge = to_uint(option);
    if (!edge || *edge == 0 || *edge > 32768) throw InputError("edge", "give 1 to 32768");
    return *edge;
  }
  const double flop = flop_per_core * static_cast<double>(bench.threads()) * bench.budget_s() / 12;
  std::size_t chosen = 1024;
  for (const std::size_t edge : {1536, 2048, 3072, 4096, 6144, 8192, 12288, 16384})
    if (const auto n = static_cast<double>(edge); 2 * n * n * n <= flop) chosen = edge;
  return chosen;
}

void note_library(HostBench& bench, const OpenBlas& blas) {
  bench.method("library", blas.config());
  bench.method("library_core", blas.core());
  bench.method("library_threads", std::to_string(blas.threads()));
  bench.condition("library_path", blas.path());
  for (const auto& [name, value] : blas_environment()) bench.condition("env." + name, value);
  if (blas.threads() < bench.threads())
    bench.session().record().disturbances.push_back(
        fmt::format("OpenBLAS uses {} threads on {} cores", blas.threads(), bench.threads()));
}

template <class T>
double best_fma_rate(HostBench& bench, FmaProbe<T>& probe) {
  double best = 0;
  for (int i = 0; i < 20; ++i) {
    const double span = probe.timed();
    if (span > 0) best = std::max(best, probe.flop() / span);
    bench.session().advance();
  }
  return best;
}

template <class T>
class Gemm {
 public:
  Gemm(HostBench& bench, const OpenBlas& blas, std::size_t n)
      : bench_(bench), blas_(blas), n_(n), a_(unset()), b_(unset()), c_(unset()) {}

  void verify_whole() {
    fill([](std::uint64_t i) { return static_cast<T>(small_whole(i)); });
    poisoned_call();
    verify_whole_product(bench_, n_, a_, b_, c_);
  }
  void fill_random() {
    fill([](std::uint64_t i) { return static_cast<T>(near_normal(i)); });
  }
  void verify_random() {
    poisoned_call();
    verify_sampled_rows(bench_, n_, a_, b_, c_);
  }
  void call() { blas_.multiply(n_, a_.data(), b_.data(), c_.data()); }

 private:
  HostArray<T> unset() {
    return bench_.array<T>(n_ * n_, [](std::size_t) { return poison<T>(); });
  }
  template <class Value>
  void fill(Value value) {
    bench_.fill(a_, value);
    bench_.fill(b_, [&](std::size_t i) { return value(i + (std::uint64_t{1} << 40)); });
  }
  void poisoned_call() {
    bench_.fill(c_, [](std::size_t) { return poison<T>(); });
    call();
    bench_.session().advance();
  }

  HostBench& bench_;
  const OpenBlas& blas_;
  std::size_t n_;
  HostArray<T> a_, b_, c_;
};

template <class T>
void gemm(HostBench& bench) {
  const OpenBlas blas(bench.threads());
  note_library(bench, blas);
  const auto n = edge_for(bench, 800e9 / sizeof(T));
  bench.method("shape", fmt::format("{0} x {0} x {0}", n));
  bench.method("data", "seeded, near normal");
  Gemm<T> product(bench, blas, n);
  FmaProbe<T> probe(bench);
  product.verify_whole();
  product.fill_random();

  auto rule = StopRule::for_budget(bench.budget_s() / rounds);
  rule.min_samples = 5;
  std::vector<double> seconds;
  double limit = 0;
  for (int round = 0; round <= rounds; ++round) {
    bench.session().clock().sleep(nanoseconds(blas_rest_s));
    limit = std::max(limit, best_fma_rate(bench, probe));
    if (round == rounds) break;
    const auto samples = bench.time_call(rule, [&] { product.call(); });
    seconds.insert(seconds.end(), samples.seconds.begin(), samples.seconds.end());
  }
  product.verify_random();

  const auto edge = static_cast<double>(n);
  auto& rate = bench.report("host/gemm", 2 * edge * edge * edge / 1e9, seconds);
  rate.reference = limit / 1e9;
  rate.reference_source = "multiply-add loop on the same cores, measured before, between and after";
  rate.ceiling = 1.02 * limit / 1e9;
  rate.ceiling_source = "the multiply-add rate measured beside it, + 2 %";
}

void gemm_of_label(HostBench& bench) {
  bench.label("dtype") == "fp32" ? gemm<float>(bench) : gemm<double>(bench);
}

const Register<Benchmark> registered{
    {.name = "host/gemm",
     .about = "matrix multiplication on all cores by OpenBLAS",
     .metrics = {{"host/gemm", "GFLOP/s", Better::higher, "2 n^3", "floating-point operations"}},
     .labels = {"dtype"},
     .variants = {{"dtype", {"fp32", "fp64"}}},
     .run = gemm_of_label,
     .quick_s = 0.6,
     .standard_s = 7,
     .full_s = 7}};

}  // namespace
}  // namespace gpuproof
