// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A failed call of the CUDA driver, with what such a code usually means and what to do.
#pragma once

#include <string>

#include "harness/base/device_error.h"

namespace gpuproof {

struct CudaErrorMeaning {
  int code = 0;
  std::string name;           // CUDA_ERROR_OUT_OF_MEMORY
  std::string cause, remedy;  // empty where nothing more is known
  bool context_dead = false;  // no further call can succeed: the process has to end
  bool suspect_hardware = false;
};

// For codes newer than this program the name is "CUDA error 1234".
CudaErrorMeaning cuda_error_meaning(int code);

struct CudaError : DeviceError {
  CudaError(const char* failed_call, int status);
  std::string name;
};

// How functions of the driver's table fail (library/function.h).
struct CudaFailure {
  [[noreturn]] static void fail(const char* call, int code);
  [[noreturn]] static void absent(const char* call);
};

}  // namespace gpuproof
