// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// GPU facts by NVML.
#include "harness/base/error.h"
#include "harness/facts/source.h"
#include "harness/gpu/nvml/device_facts.h"
#include "harness/gpu/nvml/nvml_api.h"

namespace gpuproof {
namespace {

Fact<std::string> system_text(const Fn<decltype(::nvmlSystemGetNVMLVersion), NvmlFailure>& function) {
  if (!function) return {};
  char text[128] = {};
  const auto status = function.raw(text, sizeof text);
  text[sizeof text - 1] = 0;
  return nvml_fact(function.name(), status, std::string(text));
}

GpuDevice device_facts(const NvmlDevice& gpu) {
  GpuDevice facts;
  for (auto* read : {read_identity, read_modes, read_memory, read_memory_health, read_link,
                     read_power_and_clocks, read_nvlinks, read_processes})
    read(gpu, facts);
  facts.samples.push_back(read_sample(gpu, "idle"));
  return facts;
}

// A GPU that cannot be opened has no name here: by its place on the bus the reader finds it.
GpuDevice unopened(nvmlReturn_t status) {
  GpuDevice facts;
  facts.open_error = nvml_name(status);
  return facts;
}

Fact<std::vector<GpuDevice>> devices(const NvmlFunctions& fn, double& slowest_s) {
  unsigned count = 0;
  const auto counted = fn.nvmlDeviceGetCount_v2.raw(&count);
  if (counted != NVML_SUCCESS)
    return Fact<std::vector<GpuDevice>>::unreadable("nvmlDeviceGetCount_v2: " + nvml_name(counted));
  std::vector<GpuDevice> found;
  for (unsigned i = 0; i < count; ++i) {
    nvmlDevice_t handle = nullptr;
    const auto status = fn.nvmlDeviceGetHandleByIndex_v2.raw(i, &handle);
    found.push_back(status == NVML_SUCCESS ? device_facts(NvmlDevice(fn, handle, slowest_s))
                                           : unopened(status));
  }
  return found;
}

void read_all(const SharedLibrary& library, GpuFacts& facts) {
  const NvmlApi nvml(library);
  facts.nvml_result = nvml_name(nvml.init_result());
  facts.nvml_library_version = system_text(nvml.fn.nvmlSystemGetNVMLVersion);
  if (nvml.init_result() != NVML_SUCCESS) return;
  facts.nvml_driver_version = system_text(nvml.fn.nvmlSystemGetDriverVersion);
  double slowest_s = 0;
  facts.devices = devices(nvml.fn, slowest_s);
  facts.query_s = slowest_s;
}

void lost(GpuFacts& facts, const std::string& why) {
  facts.nvml_result = Fact<std::string>::unreadable(why);
  facts.devices = Fact<std::vector<GpuDevice>>::unreadable(why);
}

bool read(GpuFacts& facts, const FactsWish& wish) {
  std::optional<SharedLibrary> library;
  try {
    library = open_nvml(LibrarySearch::of_process(wish.library_path));
  } catch (const Unavailable&) {  // known by this name wherever the driver is not installed
    if (!wish.only_virtual) facts.nvml_result = nvml_name(NVML_ERROR_LIBRARY_NOT_FOUND);
    return false;
  }
  const bool simulated = is_virtual(*library);
  if (wish.only_virtual && !simulated) return false;
  try {
    read_all(*library, facts);
  } catch (const Unavailable& e) {
    lost(facts, e.what());
  }
  return simulated;
}

const Register<FactsSource> registered{
    {.name = "nvml", .about = "GPUs by NVML", .read = read, .lost = lost}};

}  // namespace
}  // namespace gpuproof
