// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Power limits and clocks of a GPU, and what its sensors say at one moment.
#include "harness/gpu/nvml/device_facts.h"

namespace gpuproof {
namespace {

Fact<double> watts(const Fact<unsigned>& milliwatts) {
  return fact_from<double>(milliwatts, [](unsigned value) { return value / 1000.0; });
}
Fact<double> mhz(const Fact<unsigned>& clock) {
  return fact_from<double>(clock, [](unsigned value) { return double{static_cast<double>(value)}; });
}
Fact<int> small(const Fact<unsigned>& fact) {
  return fact_from<int>(fact, [](unsigned value) { return static_cast<int>(value); });
}

Fact<double> highest_limit(const NvmlDevice& gpu) {
  unsigned lowest = 0, highest = 0;
  const auto& function = gpu.fn.nvmlDeviceGetPowerManagementLimitConstraints;
  const auto status = gpu.call(function, gpu.handle, &lowest, &highest);
  return nvml_fact(function.name(), status, highest / 1000.0);
}

// Renamed in CUDA 12.2; older libraries have the older name.
Fact<std::uint64_t> event_reasons(const NvmlDevice& gpu) {
  const auto bits = gpu.fn.nvmlDeviceGetCurrentClocksEventReasons
                        ? gpu.ask<unsigned long long>(gpu.fn.nvmlDeviceGetCurrentClocksEventReasons)
                        : gpu.ask<unsigned long long>(
                              gpu.fn.nvmlDeviceGetCurrentClocksThrottleReasons);
  return fact_from<std::uint64_t>(bits,
                                  [](unsigned long long value) { return std::uint64_t{value}; });
}

}  // namespace

void read_power_and_clocks(const NvmlDevice& gpu, GpuDevice& facts) {
  const auto& fn = gpu.fn;
  facts.power_limit_w = watts(gpu.ask<unsigned>(fn.nvmlDeviceGetEnforcedPowerLimit));
  facts.power_default_w = watts(gpu.ask<unsigned>(fn.nvmlDeviceGetPowerManagementDefaultLimit));
  facts.power_max_w = highest_limit(gpu);
  facts.max_sm_mhz = mhz(gpu.ask<unsigned>(fn.nvmlDeviceGetMaxClockInfo, int{nvml_sm_clock}));
  facts.max_memory_mhz =
      mhz(gpu.ask<unsigned>(fn.nvmlDeviceGetMaxClockInfo, int{nvml_memory_clock}));
  const auto clock = [&](const auto& function, NvmlClock which) {
    return mhz(gpu.ask<unsigned>(function, int{which}));
  };
  facts.application_sm_mhz = clock(fn.nvmlDeviceGetApplicationsClock, nvml_sm_clock);
  facts.application_memory_mhz = clock(fn.nvmlDeviceGetApplicationsClock, nvml_memory_clock);
  facts.default_application_sm_mhz =
      clock(fn.nvmlDeviceGetDefaultApplicationsClock, nvml_sm_clock);
  facts.default_application_memory_mhz =
      clock(fn.nvmlDeviceGetDefaultApplicationsClock, nvml_memory_clock);
  facts.slowdown_c =
      small(gpu.ask<unsigned>(fn.nvmlDeviceGetTemperatureThreshold, int{nvml_slowdown}));
}

GpuSample read_sample(const NvmlDevice& gpu, const std::string& when) {
  const auto& fn = gpu.fn;
  GpuSample sample;
  sample.when = when;
  sample.pcie_generation = small(gpu.ask<unsigned>(fn.nvmlDeviceGetCurrPcieLinkGeneration));
  sample.pcie_width = small(gpu.ask<unsigned>(fn.nvmlDeviceGetCurrPcieLinkWidth));
  sample.performance_state = gpu.ask<int>(fn.nvmlDeviceGetPerformanceState);
  sample.utilization_pct =
      fact_from<int>(gpu.ask<nvmlUtilization_t>(fn.nvmlDeviceGetUtilizationRates),
                     [](const auto& use) { return static_cast<int>(use.gpu); });
  sample.temperature_c = small(gpu.ask<unsigned>(fn.nvmlDeviceGetTemperature, 0));
  sample.event_reasons = event_reasons(gpu);
  sample.sm_mhz = mhz(gpu.ask<unsigned>(fn.nvmlDeviceGetClockInfo, int{nvml_sm_clock}));
  sample.memory_mhz = mhz(gpu.ask<unsigned>(fn.nvmlDeviceGetClockInfo, int{nvml_memory_clock}));
  sample.power_w = watts(gpu.ask<unsigned>(fn.nvmlDeviceGetPowerUsage));
  return sample;
}

}  // namespace gpuproof
