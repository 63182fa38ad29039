// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether CUDA starts; the usual failures named with their cause.
#include <fmt/core.h>

#include <algorithm>

#include "harness/base/clock.h"
#include "harness/base/text.h"
#include "harness/checks/gpu/driver_state.h"
#include "harness/checks/gpu/fabric_state.h"
#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

constexpr double slow_start_s = 5;

struct Failure {
  const char *name, *number, *cause, *remedy;
};

// CUresult values of cuda.h; causes from NVIDIA's compatibility and error documentation.
constexpr Failure failures[] = {
    {"CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "803", "libcuda and the loaded kernel module differ",
     "remove the stray libcuda or compat folder from LD_LIBRARY_PATH (or from the container "
     "image)"},
    {"CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE", "804",
     "a forward-compatibility libcuda is used on a GPU that does not support it",
     "remove the cuda-compat package from the library path, or install a newer driver"},
    {"CUDA_ERROR_NO_DEVICE", "100", "CUDA sees no GPU",
     "check CUDA_VISIBLE_DEVICES and the devices given to the container"},
    {"CUDA_ERROR_DEVICE_UNAVAILABLE", "46", "another process holds the GPU for itself alone",
     "end that process, or set the compute mode to default"},
    {"CUDA_ERROR_OPERATING_SYSTEM", "304", "a call to the operating system failed",
     "check /dev/nvidia-uvm and the permissions of the device files"},
    {"CUDA_ERROR_UNKNOWN", "999",
     "the driver gave no reason; often nvidia-uvm is not loaded, or "
     "the machine woke from sleep",
     "modprobe nvidia-uvm, or reload the driver; then read the kernel log"},
};

const Failure* known_failure(const std::string& result) {
  const auto found = std::find_if(std::begin(failures), std::end(failures), [&](const auto& f) {
    return result == f.name || result == f.number;
  });
  return found == std::end(failures) ? nullptr : found;
}

bool is_not_ready(const std::string& result) {
  return result == "CUDA_ERROR_SYSTEM_NOT_READY" || result == "802";
}

void explain_not_ready(const Snapshot& s, Finding& f) {
  if (has_fabric(s)) {
    f.cause = "the NVLink fabric is not ready (gpu/fabric)";
    f.remedy = "start the fabric manager of the driver's version";
    return;
  }
  f.cause =
      "not a fabric manager problem: this machine has no NVSwitch; reported with kernel "
      "address randomisation and heterogeneous memory management";
  f.remedy =
      "see the workaround in the release notes of CUDA 12.9 and 13; do not install a "
      "fabric manager";
}

void explain(const Snapshot& s, const std::string& result, Finding& f) {
  if (is_not_ready(result)) return explain_not_ready(s, f);
  const auto& library = s.gpu.cuda_library_version;
  const auto& module = s.software.nvidia_module_version;
  if (const auto* failure = known_failure(result)) {
    f.cause = failure->cause;
    f.remedy = failure->remedy;
  } else {
    f.remedy = "look the error up in the CUDA driver documentation; read the kernel log";
  }
  if (library && module && compare_versions(*library, *module) == VersionMatch::differ)
    f.cause =
        fmt::format("libcuda {} in the search path does not fit module {}", *library, *module);
}

void cuda_init(CheckContext& c) {
  if (gpu_presence(c) != GpuPresence::some) return;
  const auto& g = c.now.gpu;
  if (g.cuda_result.is_absent()) return;  // never tried: gpu/driver and gpu/nvml say why
  Finding f{.expected = "CUDA_SUCCESS", .who = Who::admin};
  if (g.cuda_result.is_unreadable()) {
    f.observed = "CUDA did not start: " + g.cuda_result.why();
    f.remedy = "read the kernel log, reset the GPU or reboot";
    return c.error(c.machine(), std::move(f));
  }
  f.observed = *g.cuda_result;
  if (*g.cuda_result != "CUDA_SUCCESS" && *g.cuda_result != "0") {
    explain(c.now, *g.cuda_result, f);
    return c.error(c.machine(), std::move(f));
  }
  if (g.cuda_init_s) f.observed += ", started in " + duration_text(*g.cuda_init_s);
  if (g.cuda_init_s && !(*g.cuda_init_s <= slow_start_s)) {
    f.expected = "a start within " + duration_text(slow_start_s);
    f.cause = "the driver initialises the GPUs at each start (persistence off)";
    f.remedy = "start nvidia-persistenced (nvidia-smi -pm 1)";
    return c.warn(c.machine(), std::move(f));
  }
  c.pass(c.machine(), std::move(f));
}

const Register<Check> registered{{.name = "gpu/cuda_init",
                                  .about = "Start of CUDA",
                                  .why = "Programs need CUDA, and it fails for reasons that "
                                         "nvidia-smi does not show.",
                                  .run = cuda_init}};

}  // namespace
}  // namespace gpuproof
