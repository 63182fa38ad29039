// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// OpenBLAS, loaded at run time: the matrix multiplication that users of the host get.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace gpuproof {

class OpenBlas {
 public:
  // Throws Unavailable where no threaded OpenBLAS is installed. `sonames` in order of preference.
  explicit OpenBlas(std::size_t threads, const std::vector<std::string>& sonames = {
                                             "libopenblas.so.0", "libopenblasp.so.0"});

  const std::string& path() const { return path_; }      // of the loaded file
  const std::string& core() const { return core_; }      // kernels it chose, e.g. SapphireRapids
  const std::string& config() const { return config_; }  // version and build options
  std::size_t threads() const { return threads_; }       // as it accepted them

  // c = a * b, row by row, n x n each.
  void multiply(std::size_t n, const float* a, const float* b, float* c) const;
  void multiply(std::size_t n, const double* a, const double* b, double* c) const;

 private:
  template <class T>
  using Gemm = void (*)(int order, int transpose_a, int transpose_b, int m, int n, int k, T alpha,
                        const T* a, int lda, const T* b, int ldb, T beta, T* c, int ldc);
  bool load(const std::string& soname, std::string& why);
  template <class F>
  F symbol(const char* name) const;

  void* handle_ = nullptr;  // never closed: its threads outlive us
  std::string path_, core_, config_;
  std::size_t threads_ = 0;
  Gemm<float> sgemm_ = nullptr;
  Gemm<double> dgemm_ = nullptr;
};

// Environment variables that change what such libraries do: OPENBLAS_CORETYPE, NVPL_*, OMP_*, ...
std::map<std::string, std::string> blas_environment();

}  // namespace gpuproof
