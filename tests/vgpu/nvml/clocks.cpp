// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Clocks, and why they are not higher.
#include <algorithm>

#include "tests/vgpu/nvml/session.h"

namespace gpuproof::vgpu::nvml {
namespace {

enum ClockType { graphics_clock = 0, sm_clock = 1, memory_clock = 2, video_clock = 3 };
enum ClockId { current = 0, application_target = 1, application_default = 2 };

double current_mhz(const Gpu& gpu, int type) {
  const auto state = now(gpu);
  return type == memory_clock ? state.memory_mhz : state.sm_mhz;
}

Return application(const Gpu& gpu, int type, std::optional<double> sm_mhz, unsigned* out) {
  if (!sm_mhz || type == video_clock) return absent;
  return put(out, type == memory_clock ? gpu.facts->memory.clock_mhz : *sm_mhz);
}

Return put_list(const std::vector<unsigned>& values, unsigned* count, unsigned* out) {
  if (!count) return invalid_argument;
  const unsigned room = *count;
  *count = static_cast<unsigned>(values.size());
  if (room < values.size()) return insufficient_size;
  if (!out) return invalid_argument;
  std::copy(values.begin(), values.end(), out);
  return success;
}

std::uint64_t seconds_as_ns(const Gpu& gpu) {
  return static_cast<std::uint64_t>(live_gpu(gpu.index).moment.seconds * 1e9);
}

}  // namespace

NVML_FUNCTION nvmlDeviceGetClockInfo(Device device, int type, unsigned* out) {
  return answer(__func__, device,
                [&](const Gpu& gpu) -> Return { return put(out, current_mhz(gpu, type)); });
}
NVML_FUNCTION nvmlDeviceGetMaxClockInfo(Device device, int type, unsigned* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    return put(out, type == memory_clock ? gpu.facts->memory.clock_mhz : gpu.facts->clocks.max_mhz);
  });
}
NVML_FUNCTION nvmlDeviceGetClock(Device device, int type, int which, unsigned* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    const auto& clocks = gpu.facts->clocks;
    if (which == current) return put(out, current_mhz(gpu, type));
    if (which == application_target) return application(gpu, type, clocks.application_mhz, out);
    if (which == application_default)
      return application(gpu, type, clocks.default_application_mhz, out);
    return absent;
  });
}
NVML_FUNCTION nvmlDeviceGetApplicationsClock(Device device, int type, unsigned* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    return application(gpu, type, gpu.facts->clocks.application_mhz, out);
  });
}
NVML_FUNCTION nvmlDeviceGetDefaultApplicationsClock(Device device, int type, unsigned* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    return application(gpu, type, gpu.facts->clocks.default_application_mhz, out);
  });
}
NVML_FUNCTION nvmlDeviceGetMaxCustomerBoostClock(Device device, int type, unsigned* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    return gpu.facts->clocks.application_mhz
               ? application(gpu, type, gpu.facts->clocks.max_mhz, out)
               : absent;
  });
}
NVML_FUNCTION nvmlDeviceGetSupportedMemoryClocks(Device device, unsigned* count, unsigned* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    const unsigned mhz = static_cast<unsigned>(gpu.facts->memory.clock_mhz);
    return put_list({mhz}, count, out);
  });
}
NVML_FUNCTION nvmlDeviceGetSupportedGraphicsClocks(Device device, unsigned, unsigned* count,
                                                   unsigned* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    std::vector<unsigned> steps;
    constexpr double step = 15;
    for (double mhz = gpu.facts->clocks.max_mhz; mhz >= gpu.facts->clocks.idle_mhz; mhz -= step)
      steps.push_back(static_cast<unsigned>(mhz));
    return put_list(steps, count, out);
  });
}
NVML_FUNCTION nvmlDeviceGetCurrentClocksEventReasons(Device device, unsigned long long* out) {
  return answer(__func__, device,
                [&](const Gpu& gpu) -> Return { return put(out, now(gpu).event_reasons); });
}
NVML_FUNCTION nvmlDeviceGetCurrentClocksThrottleReasons(Device device, unsigned long long* out) {
  return answer(__func__, device,
                [&](const Gpu& gpu) -> Return { return put(out, now(gpu).event_reasons); });
}
NVML_FUNCTION nvmlDeviceGetSupportedClocksEventReasons(Device device, unsigned long long* out) {
  return answer(__func__, device, [&](const Gpu&) -> Return { return put(out, 0x1ff); });
}
NVML_FUNCTION nvmlDeviceGetViolationStatus(Device device, int, ViolationTime* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    return put(out, ViolationTime{seconds_as_ns(gpu), 0});
  });
}
NVML_FUNCTION nvmlDeviceGetPerformanceState(Device device, int* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    const auto state = now(gpu);
    return put(out, state.memory_mhz < gpu.facts->memory.clock_mhz ? 8 : 0);
  });
}

}  // namespace gpuproof::vgpu::nvml
