// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/vgpu/nvml/call_fault.h"

#include <chrono>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>
#include <tuple>

#include "harness/base/error.h"
#include "tests/vgpu/clock/virtual_clock.h"
#include "tests/vgpu/nvml/session.h"

namespace gpuproof::vgpu::nvml {
namespace {

struct ReturnCode {
  int number;
  const char* name;
  const char* text;
};
constexpr ReturnCode codes[] = {
    {0, "NVML_SUCCESS", "Success"},
    {1, "NVML_ERROR_UNINITIALIZED", "Uninitialized"},
    {2, "NVML_ERROR_INVALID_ARGUMENT", "Invalid Argument"},
    {3, "NVML_ERROR_NOT_SUPPORTED", "Not Supported"},
    {4, "NVML_ERROR_NO_PERMISSION", "Insufficient Permissions"},
    {5, "NVML_ERROR_ALREADY_INITIALIZED", "Already Initialized"},
    {6, "NVML_ERROR_NOT_FOUND", "Not Found"},
    {7, "NVML_ERROR_INSUFFICIENT_SIZE", "Insufficient Size"},
    {8, "NVML_ERROR_INSUFFICIENT_POWER", "Insufficient External Power"},
    {9, "NVML_ERROR_DRIVER_NOT_LOADED", "Driver Not Loaded"},
    {10, "NVML_ERROR_TIMEOUT", "Timeout"},
    {11, "NVML_ERROR_IRQ_ISSUE", "Interrupt Request Issue"},
    {12, "NVML_ERROR_LIBRARY_NOT_FOUND", "NVML Shared Library Not Found"},
    {13, "NVML_ERROR_FUNCTION_NOT_FOUND", "Function Not Found"},
    {14, "NVML_ERROR_CORRUPTED_INFOROM", "Corrupted infoROM"},
    {15, "NVML_ERROR_GPU_IS_LOST", "GPU is lost"},
    {16, "NVML_ERROR_RESET_REQUIRED", "GPU requires reset"},
    {17, "NVML_ERROR_OPERATING_SYSTEM", "GPU access blocked by the operating system"},
    {18, "NVML_ERROR_LIB_RM_VERSION_MISMATCH", "Driver/library version mismatch"},
    {19, "NVML_ERROR_IN_USE", "In use by another client"},
    {20, "NVML_ERROR_MEMORY", "Insufficient Memory"},
    {21, "NVML_ERROR_NO_DATA", "No data"},
    {23, "NVML_ERROR_INSUFFICIENT_RESOURCES", "Insufficient resources"},
    {24, "NVML_ERROR_FREQ_NOT_SUPPORTED", "Frequency not supported"},
    {25, "NVML_ERROR_ARGUMENT_VERSION_MISMATCH", "Argument version mismatch"},
    {26, "NVML_ERROR_DEPRECATED", "Deprecated"},
    {27, "NVML_ERROR_NOT_READY", "Not Ready"},
    {28, "NVML_ERROR_GPU_NOT_FOUND", "No GPUs were found"},
    {29, "NVML_ERROR_INVALID_STATE", "Invalid state"},
    {999, "NVML_ERROR_UNKNOWN", "Unknown Error"}};

// Calls of this process, per scenario, call and GPU.
std::uint64_t count_call(const char* call, int gpu) {
  static std::mutex mutex;
  static std::map<std::tuple<std::string, std::string, int>, std::uint64_t> counts;
  const std::lock_guard lock(mutex);
  return counts[{Session::get().scenario().folder.string(), call, gpu}]++;
}

bool strikes_call(const Fault& fault, const char* call, int gpu, std::uint64_t earlier) {
  if (fault.kind != FaultKind::nvml || fault.call != call) return false;
  if (gpu >= 0 && !fault.strikes(gpu)) return false;
  if (gpu >= 0 && live_gpu(gpu).moment.seconds < fault.after_s) return false;
  if (earlier < fault.after_launches) return false;
  return !fault.times || earlier < fault.after_launches + *fault.times;
}

// Real time: whoever watches this call has a real deadline. Virtual time goes on without it.
void block(double s) {
  virtual_clock().leave();
  std::this_thread::sleep_for(std::chrono::duration<double>(s));
}

Return result_of(const Fault& fault) {
  if (!fault.error) return success;
  const int number = return_named(fault.error->c_str());
  if (number < 0) throw InputError("a fault names the unknown NVML error " + *fault.error);
  return static_cast<Return>(number);
}

}  // namespace

const char* text_of_return(int number) {
  for (const auto& code : codes)
    if (code.number == number) return code.text;
  return "Unknown Error";
}

int return_named(const char* text) {
  for (const auto& code : codes)
    if (std::strcmp(code.name, text) == 0) return code.number;
  return -1;
}

Strike strike_of(const char* call, int gpu) {
  Strike strike;
  const auto& faults = Session::get().scenario().faults;
  if (faults.empty()) return strike;
  const auto earlier = count_call(call, gpu);
  for (const auto& fault : faults) {
    if (!strikes_call(fault, call, gpu, earlier)) continue;
    if (fault.block_s) block(*fault.block_s);
    if (fault.error) strike.result = result_of(fault);
    strike.zeros |= fault.zeros;
  }
  return strike;
}

}  // namespace gpuproof::vgpu::nvml
