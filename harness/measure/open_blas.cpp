// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// dlopen of OpenBLAS; constants as in its cblas.h. A serial build is no answer: it would measure
// one core.
#include "harness/measure/open_blas.h"

#include <dlfcn.h>
#include <unistd.h>

#include <string_view>

#include "harness/base/error.h"
#include "harness/base/text.h"

namespace gpuproof {
namespace {

constexpr int row_major = 101, no_transpose = 111;
constexpr const char* remedy = "; apt install libopenblas0-pthread, or set LD_LIBRARY_PATH";

std::string last_dl_error() {
  const char* text = ::dlerror();
  return text ? text : "unknown reason";
}

}  // namespace

OpenBlas::OpenBlas(std::size_t threads, const std::vector<std::string>& sonames) {
  std::string why;
  for (const auto& soname : sonames) {
    if (!load(soname, why)) continue;
    symbol<void (*)(int)>("openblas_set_num_threads")(static_cast<int>(threads));
    threads_ = static_cast<std::size_t>(symbol<int (*)()>("openblas_get_num_threads")());
    core_ = symbol<const char* (*)()>("openblas_get_corename")();
    config_ = symbol<const char* (*)()>("openblas_get_config")();
    sgemm_ = symbol<Gemm<float>>("cblas_sgemm");
    dgemm_ = symbol<Gemm<double>>("cblas_dgemm");
    return;
  }
  throw Unavailable("no threaded OpenBLAS can be loaded (" + why + ")" + remedy);
}

bool OpenBlas::load(const std::string& soname, std::string& why) {
  handle_ = ::dlopen(soname.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle_) {
    why += (why.empty() ? "" : "; ") + last_dl_error();
    return false;
  }
  if (symbol<int (*)()>("openblas_get_parallel")() == 0) {
    why += (why.empty() ? "" : "; ") + soname + " was built without threads";
    return false;
  }
  Dl_info info{};
  const auto inside = symbol<void*>("openblas_get_parallel");
  path_ = ::dladdr(inside, &info) && info.dli_fname ? info.dli_fname : soname;
  return true;
}

template <class F>
F OpenBlas::symbol(const char* name) const {
  void* found = ::dlsym(handle_, name);
  if (!found) throw Unavailable("the installed OpenBLAS has no " + std::string(name) + remedy);
  return reinterpret_cast<F>(found);
}

void OpenBlas::multiply(std::size_t n, const float* a, const float* b, float* c) const {
  const int edge = static_cast<int>(n);
  sgemm_(row_major, no_transpose, no_transpose, edge, edge, edge, 1, a, edge, b, edge, 0, c, edge);
}

void OpenBlas::multiply(std::size_t n, const double* a, const double* b, double* c) const {
  const int edge = static_cast<int>(n);
  dgemm_(row_major, no_transpose, no_transpose, edge, edge, edge, 1, a, edge, b, edge, 0, c, edge);
}

std::map<std::string, std::string> blas_environment() {
  std::map<std::string, std::string> found;
  for (char** entry = ::environ; entry && *entry; ++entry) {
    const std::string_view text(*entry);
    const auto equals = text.find('=');
    if (equals == std::string_view::npos) continue;
    for (const auto prefix : {"OPENBLAS_", "GOTO_", "NVPL_", "OMP_", "GOMP_", "KMP_", "MKL_"})
      if (starts_with(text, prefix)) found.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return found;
}

}  // namespace gpuproof
