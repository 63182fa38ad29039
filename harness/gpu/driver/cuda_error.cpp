// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/gpu/driver/cuda_error.h"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "gpu_data_files.h"
#include "harness/base/codec.h"

namespace gpuproof {

template <class V>
void describe(V& v, CudaErrorMeaning& x) {
  v("code", x.code);
  v("name", x.name);
  v("cause", x.cause);
  v("remedy", x.remedy);
  v("context_dead", x.context_dead);
  v("suspect_hardware", x.suspect_hardware);
}

namespace {

struct CudaErrorFile {
  std::string source;
  std::vector<CudaErrorMeaning> errors;
};
template <class V>
void describe(V& v, CudaErrorFile& x) {
  v("source", x.source);
  v("errors", x.errors);
}

std::vector<CudaErrorMeaning> load_meanings() {
  for (const auto& [file, bytes] : embedded::gpu_data_files)
    if (file == "cuda_errors.json")
      return decode_text<CudaErrorFile>(bytes, "cuda_errors.json").errors;
  return {};
}

std::string sentence(const char* call, const CudaErrorMeaning& meaning) {
  auto text = fmt::format("{} failed with {} ({})", call, meaning.name, meaning.code);
  if (!meaning.cause.empty()) text += ". Likely: " + meaning.cause;
  if (!meaning.remedy.empty()) text += ". To do: " + meaning.remedy;
  return text;
}

}  // namespace

CudaErrorMeaning cuda_error_meaning(int code) {
  static const auto meanings = load_meanings();
  const auto found = std::find_if(meanings.begin(), meanings.end(),
                                  [&](const auto& meaning) { return meaning.code == code; });
  if (found != meanings.end()) return *found;
  CudaErrorMeaning unknown;
  unknown.code = code;
  unknown.name = fmt::format("CUDA error {}", code);
  return unknown;
}

CudaError::CudaError(const char* failed_call, int status)
    : DeviceError(sentence(failed_call, cuda_error_meaning(status)), failed_call, status,
                  cuda_error_meaning(status).context_dead),
      name(cuda_error_meaning(status).name) {}

void CudaFailure::fail(const char* call, int code) { throw CudaError(call, code); }

void CudaFailure::absent(const char* call) {
  throw Unavailable(std::string("the NVIDIA driver has no ") + call +
                    ": it is too old for this; update the driver");
}

}  // namespace gpuproof
