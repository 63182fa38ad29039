// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Sensors of every GPU for the telemetry process: "gpu/<uuid>/power_w" and so on.
#include <memory>

#include "harness/base/error.h"
#include "harness/facts/source.h"
#include "harness/gpu/library/virtual_time.h"
#include "harness/gpu/nvml/device_facts.h"
#include "harness/gpu/nvml/nvml_api.h"

namespace gpuproof {
namespace {

class GpuSensors {
 public:
  explicit GpuSensors(const SharedLibrary& library) : nvml_(library) {
    if (nvml_.init_result() != NVML_SUCCESS)
      throw Unavailable("NVML does not start: " + nvml_name(nvml_.init_result()) +
                        "; see gpu/driver");
    unsigned count = 0;
    nvml_.fn.nvmlDeviceGetCount_v2(&count);
    for (unsigned i = 0; i < count; ++i) add(i);
  }

  // Throws where a GPU that answered before does not any more: the others are read all the same.
  void read(Readings& readings) {
    std::string lost;
    for (const auto& [name, handle] : gpus_) {
      const NvmlDevice gpu(nvml_.fn, handle, slowest_s_);
      const auto sample = read_sample(gpu, "load");
      put(readings, name + "sm_mhz", sample.sm_mhz, lost);
      put(readings, name + "memory_mhz", sample.memory_mhz, lost);
      put(readings, name + "power_w", sample.power_w, lost);
      put(readings, name + "temperature_c", sample.temperature_c, lost);
      put(readings, name + "event_reasons", sample.event_reasons, lost);
      put(readings, name + "utilization_pct", sample.utilization_pct, lost);
      put(readings, name + "pcie_generation", sample.pcie_generation, lost);
      put(readings, name + "pcie_width", sample.pcie_width, lost);
    }
    if (!lost.empty()) throw NotObservable(lost);
  }

 private:
  // One that cannot be opened is a matter of gpu/inventory.
  void add(unsigned index) {
    nvmlDevice_t handle = nullptr;
    if (nvml_.fn.nvmlDeviceGetHandleByIndex_v2.raw(index, &handle) != NVML_SUCCESS) return;
    const NvmlDevice gpu(nvml_.fn, handle, slowest_s_);
    const auto uuid = gpu.ask_text(nvml_.fn.nvmlDeviceGetUUID);
    if (uuid) gpus_.emplace_back("gpu/" + *uuid + "/", handle);
  }

  // A sensor that the product lacks is no loss.
  template <class T>
  static void put(Readings& readings, const std::string& name, const Fact<T>& fact,
                  std::string& lost) {
    if (fact) readings.values[name] = static_cast<double>(*fact);
    if (fact.is_unreadable() && lost.empty()) lost = name + ": " + fact.why();
  }

  NvmlApi nvml_;
  double slowest_s_ = 0;
  std::vector<std::pair<std::string, nvmlDevice_t>> gpus_;
};

// A machine without the driver has nothing to read here; why is told by gpu/driver.
ReadSource open_gpus() {
  std::optional<SharedLibrary> library;
  try {
    library = open_nvml(LibrarySearch::of_process());
  } catch (const Unavailable&) {  // see above
    return {};
  }
  adopt_virtual_time(*library);
  const auto sensors = std::make_shared<GpuSensors>(*library);
  return [sensors](Readings& readings) { sensors->read(readings); };
}

const Register<TelemetrySource> registered{
    {.name = "gpu", .about = "sensors of the GPUs by NVML", .open = open_gpus}};

}  // namespace
}  // namespace gpuproof
