// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/gpu/nvml/nvml_error.h"

#include <fmt/core.h>

#include <array>
#include <utility>

namespace gpuproof {
namespace {

// nvmlReturn_t of NVML API 13.
constexpr std::array<std::pair<int, const char*>, 32> names{
    {{0, "NVML_SUCCESS"},
     {1, "NVML_ERROR_UNINITIALIZED"},
     {2, "NVML_ERROR_INVALID_ARGUMENT"},
     {3, "NVML_ERROR_NOT_SUPPORTED"},
     {4, "NVML_ERROR_NO_PERMISSION"},
     {5, "NVML_ERROR_ALREADY_INITIALIZED"},
     {6, "NVML_ERROR_NOT_FOUND"},
     {7, "NVML_ERROR_INSUFFICIENT_SIZE"},
     {8, "NVML_ERROR_INSUFFICIENT_POWER"},
     {9, "NVML_ERROR_DRIVER_NOT_LOADED"},
     {10, "NVML_ERROR_TIMEOUT"},
     {11, "NVML_ERROR_IRQ_ISSUE"},
     {12, "NVML_ERROR_LIBRARY_NOT_FOUND"},
     {13, "NVML_ERROR_FUNCTION_NOT_FOUND"},
     {14, "NVML_ERROR_CORRUPTED_INFOROM"},
     {15, "NVML_ERROR_GPU_IS_LOST"},
     {16, "NVML_ERROR_RESET_REQUIRED"},
     {17, "NVML_ERROR_OPERATING_SYSTEM"},
     {18, "NVML_ERROR_LIB_RM_VERSION_MISMATCH"},
     {19, "NVML_ERROR_IN_USE"},
     {20, "NVML_ERROR_MEMORY"},
     {21, "NVML_ERROR_NO_DATA"},
     {22, "NVML_ERROR_VGPU_ECC_NOT_SUPPORTED"},
     {23, "NVML_ERROR_INSUFFICIENT_RESOURCES"},
     {24, "NVML_ERROR_FREQ_NOT_SUPPORTED"},
     {25, "NVML_ERROR_ARGUMENT_VERSION_MISMATCH"},
     {26, "NVML_ERROR_DEPRECATED"},
     {27, "NVML_ERROR_NOT_READY"},
     {28, "NVML_ERROR_GPU_NOT_FOUND"},
     {29, "NVML_ERROR_INVALID_STATE"},
     {30, "NVML_ERROR_RESET_TYPE_NOT_SUPPORTED"},
     {999, "NVML_ERROR_UNKNOWN"}}};

}  // namespace

std::string nvml_name(int code) {
  for (const auto& [number, name] : names)
    if (number == code) return name;
  return fmt::format("NVML error {}", code);
}

NvmlError::NvmlError(const char* call, int status)
    : Error(fmt::format("{} failed with {} ({})", call, nvml_name(status), status)), code(status) {}

void NvmlFailure::fail(const char* call, int code) { throw NvmlError(call, code); }

void NvmlFailure::absent(const char* call) {
  throw Unavailable(std::string("the driver's NVML has no ") + call +
                    ": it is too old for this; update the driver");
}

}  // namespace gpuproof
