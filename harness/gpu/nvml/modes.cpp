// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Settings of a GPU, and what its driver and fabric want done.
#include <fmt/core.h>

#include <array>

#include "harness/gpu/nvml/device_facts.h"

namespace gpuproof {
namespace {

// By their numbers in nvmlComputeMode_t and nvmlDeviceGpuRecoveryAction_t.
constexpr std::array compute_modes{"default", "exclusive_thread", "prohibited",
                                   "exclusive_process"};
constexpr std::array recovery_actions{"none", "gpu_reset", "node_reboot", "drain_p2p",
                                      "drain_and_reset"};
constexpr std::array fabric_states{"not supported", "not started", "in progress", "completed"};

template <class Names>
std::string word(const Names& names, std::uint64_t number) {
  return number < names.size() ? names[number] : fmt::format("state {}", number);
}

// The struct grew: 36 bytes in version 2, 40 in version 3 (drivers of CUDA 13 on).
Fact<std::string> fabric_state(const NvmlDevice& gpu) {
  const auto& function = gpu.fn.nvmlDeviceGetGpuFabricInfoV;
  nvmlGpuFabricInfoV_t info{};
  nvmlReturn_t status = NVML_ERROR_ARGUMENT_VERSION_MISMATCH;
  for (const auto& [size, version] : {std::pair{40u, 3u}, {36u, 2u}}) {
    info = {};
    info.version = nvml_version_word(size, version);
    status = gpu.call(function, gpu.handle, &info);
    if (status != NVML_ERROR_ARGUMENT_VERSION_MISMATCH) break;
  }
  if (status == NVML_ERROR_FUNCTION_NOT_FOUND) return {};  // older than fabrics that a GPU knows of
  if (status == NVML_SUCCESS && info.state == 0) return {};
  auto text = word(fabric_states, info.state);
  if (info.state == 3 && info.status != NVML_SUCCESS)
    text = "failed with " + nvml_name(info.status);
  return nvml_fact(function.name(), status, text);
}

// What drivers before it do not tell is not lacking.
Fact<std::string> recovery_action(const NvmlDevice& gpu) {
  return fact_from<std::string>(gpu.ask_field(nvml_field_recovery_action), [](std::uint64_t action) {
    return word(recovery_actions, action);
  });
}

}  // namespace

Fact<std::uint64_t> NvmlDevice::ask_field(unsigned field, unsigned scope) const {
  nvmlFieldValue_t value{};
  value.fieldId = field;
  value.scopeId = scope;
  const auto name = fmt::format("NVML field {}", field);
  auto status = call(fn.nvmlDeviceGetFieldValues, handle, 1, &value);
  if (status == NVML_SUCCESS) status = value.nvmlReturn;
  // Fields that a driver does not know yet: it says so in this way.
  if (status == NVML_ERROR_INVALID_ARGUMENT) return {};
  return nvml_fact(name.c_str(), status, static_cast<std::uint64_t>(value.value.ullVal));
}

void read_modes(const NvmlDevice& gpu, GpuDevice& facts) {
  facts.persistence = fact_from<bool>(gpu.ask<int>(gpu.fn.nvmlDeviceGetPersistenceMode),
                                      [](int mode) { return mode != 0; });
  facts.compute_mode = fact_from<std::string>(
      gpu.ask<int>(gpu.fn.nvmlDeviceGetComputeMode),
      [](int mode) { return word(compute_modes, static_cast<std::uint64_t>(mode)); });
  facts.recovery_action = recovery_action(gpu);
  facts.fabric_state = fabric_state(gpu);
}

}  // namespace gpuproof
