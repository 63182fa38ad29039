// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Names of NVML's answers, and how calls fail where a failure is no fact.
#pragma once

#include <string>

#include "harness/base/error.h"

namespace gpuproof {

// "NVML_ERROR_GPU_IS_LOST"; "NVML error 77" for one newer than this program.
std::string nvml_name(int code);

struct NvmlError : Error {
  NvmlError(const char* call, int status);
  int code;
};

struct NvmlFailure {
  [[noreturn]] static void fail(const char* call, int code);
  [[noreturn]] static void absent(const char* call);
};

}  // namespace gpuproof
