// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Start, end, versions and handles.
#include <strings.h>

#include "tests/vgpu/nvml/call_fault.h"
#include "tests/vgpu/nvml/session.h"

namespace gpuproof::vgpu::nvml {
namespace {

const DriverVersions& driver() { return Session::get().scenario().driver; }

// A GPU that fell off the bus keeps its number, but cannot be opened.
Return open_device(Gpu* gpu, Device* out) {
  if (!out) return invalid_argument;
  if (now(*gpu).lost) return gpu_is_lost;
  *out = gpu;
  return success;
}

// 0000:18:00.0 or 00000000:18:00.0, in either case.
bool same_address(const std::string& ours, const std::string& asked) {
  return asked.size() >= ours.size() &&
         strcasecmp(ours.c_str(), asked.c_str() + asked.size() - ours.size()) == 0;
}

}  // namespace

NVML_FUNCTION nvmlInit_v2() {
  return answer_always(__func__, [&]() -> Return { return Session::get().init(); });
}
NVML_FUNCTION nvmlInitWithFlags(unsigned) {
  return answer_always(__func__, [&]() -> Return { return Session::get().init(); });
}
NVML_FUNCTION nvmlShutdown() {
  return answer(__func__, [&]() -> Return { return Session::get().shutdown(); });
}

extern "C" __attribute__((visibility("default"))) const char* nvmlErrorString(int result) {
  return text_of_return(result);
}

NVML_FUNCTION nvmlSystemGetDriverVersion(char* out, unsigned length) {
  return answer(__func__, [&]() -> Return { return put_text(out, length, driver().version); });
}
NVML_FUNCTION nvmlSystemGetNVMLVersion(char* out, unsigned length) {
  return answer(__func__, [&]() -> Return {
    return put_text(out, length, std::to_string(driver().cuda / 1000) + "." + driver().version);
  });
}
NVML_FUNCTION nvmlSystemGetCudaDriverVersion_v2(int* out) {
  return answer(__func__, [&]() -> Return { return put(out, driver().cuda); });
}
NVML_FUNCTION nvmlSystemGetCudaDriverVersion(int* out) {
  return answer(__func__, [&]() -> Return { return put(out, driver().cuda); });
}
NVML_FUNCTION nvmlSystemGetDriverBranch(DriverBranch* out, unsigned) {
  return answer(__func__, [&]() -> Return {
    if (!out) return invalid_argument;
    if (out->version != version_word(sizeof *out, 1)) return version_mismatch;
    const auto& version = driver().version;
    return put_text(out->branch, sizeof out->branch,
                    "r" + version.substr(0, version.find('.')) + "_00");
  });
}
NVML_FUNCTION nvmlDeviceGetCount_v2(unsigned* out) {
  return answer(__func__, [&]() -> Return { return put(out, Session::get().gpus().size()); });
}
NVML_FUNCTION nvmlDeviceGetHandleByIndex_v2(unsigned index, Device* out) {
  return answer(__func__, [&]() -> Return {
    auto& gpus = Session::get().gpus();
    if (index >= gpus.size()) return invalid_argument;
    return open_device(&gpus[index], out);
  });
}
NVML_FUNCTION nvmlDeviceGetHandleByUUID(const char* uuid, Device* out) {
  return answer(__func__, [&]() -> Return {
    if (!uuid) return invalid_argument;
    for (auto& gpu : Session::get().gpus())
      if (gpu.facts->uuid == uuid) return open_device(&gpu, out);
    return not_found;
  });
}
NVML_FUNCTION nvmlDeviceGetHandleByPciBusId_v2(const char* address, Device* out) {
  return answer(__func__, [&]() -> Return {
    if (!address) return invalid_argument;
    for (auto& gpu : Session::get().gpus())
      if (same_address(gpu.facts->pci.address, address)) return open_device(&gpu, out);
    return not_found;
  });
}
NVML_FUNCTION nvmlDeviceGetIndex(Device device, unsigned* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return { return put(out, gpu.index); });
}

}  // namespace gpuproof::vgpu::nvml
