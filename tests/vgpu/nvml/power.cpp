// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Power and temperature.
#include "tests/vgpu/nvml/session.h"

namespace gpuproof::vgpu::nvml {
namespace {

double milliwatts(double watts) { return watts * 1000; }

}  // namespace

NVML_FUNCTION nvmlDeviceGetPowerUsage(Device device, unsigned* out) {
  return answer(__func__, device,
                [&](const Gpu& gpu) -> Return { return put(out, milliwatts(now(gpu).power_w)); });
}
NVML_FUNCTION nvmlDeviceGetPowerManagementLimit(Device device, unsigned* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    return put(out, milliwatts(gpu.facts->power.limit()));
  });
}
NVML_FUNCTION nvmlDeviceGetPowerManagementDefaultLimit(Device device, unsigned* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    return put(out, milliwatts(gpu.facts->power.default_w));
  });
}
NVML_FUNCTION nvmlDeviceGetEnforcedPowerLimit(Device device, unsigned* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    return put(out, milliwatts(now(gpu).power_limit_w));
  });
}
NVML_FUNCTION nvmlDeviceGetPowerManagementLimitConstraints(Device device, unsigned* least,
                                                           unsigned* most) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    const auto result = put(least, milliwatts(gpu.facts->power.min_w));
    return result != success ? result : put(most, milliwatts(gpu.facts->power.max_w));
  });
}
NVML_FUNCTION nvmlDeviceGetTotalEnergyConsumption(Device device, unsigned long long* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    return put(out, live_gpu(gpu.index).energy_j(gpu.facts->power) * 1000);
  });
}
NVML_FUNCTION nvmlDeviceGetPowerSource(Device device, unsigned* out) {
  return answer(__func__, device, [&](const Gpu&) -> Return { return put(out, 0); });
}
NVML_FUNCTION nvmlDeviceGetTemperature(Device device, int, unsigned* out) {
  return answer(__func__, device,
                [&](const Gpu& gpu) -> Return { return put(out, now(gpu).temperature_c); });
}
NVML_FUNCTION nvmlDeviceGetTemperatureV(Device device, Temperature* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    if (!out) return invalid_argument;
    if (out->version != version_word(sizeof *out, 1)) return version_mismatch;
    return put(&out->celsius, now(gpu).temperature_c);
  });
}
NVML_FUNCTION nvmlDeviceGetTemperatureThreshold(Device device, int type, unsigned* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    const auto& limits = gpu.facts->temperature;
    const std::optional<double> values[] = {limits.shutdown_c, limits.slowdown_c,
                                            limits.memory_max_c, limits.max_operating_c};
    constexpr int known = 4;
    return type >= 0 && type < known ? put_or_absent(out, values[type]) : absent;
  });
}
NVML_FUNCTION nvmlDeviceGetMarginTemperature(Device device, MarginTemperature* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    if (!out) return invalid_argument;
    if (out->version != version_word(sizeof *out, 1)) return version_mismatch;
    if (!gpu.facts->temperature.max_operating_c) return absent;
    return put(&out->margin, *gpu.facts->temperature.max_operating_c - now(gpu).temperature_c);
  });
}
NVML_FUNCTION nvmlDeviceGetFanSpeed_v2(Device device, unsigned, unsigned*) {
  return answer(__func__, device, [&](const Gpu&) -> Return { return absent; });
}
NVML_FUNCTION nvmlDeviceGetNumFans(Device device, unsigned* out) {
  return answer(__func__, device, [&](const Gpu&) -> Return { return put(out, 0); });
}

}  // namespace gpuproof::vgpu::nvml
