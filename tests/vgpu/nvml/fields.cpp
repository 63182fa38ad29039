// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Field values: each entry has a result of its own.
#include <cstdio>

#include "tests/vgpu/nvml/link_count.h"
#include "tests/vgpu/nvml/session.h"

namespace gpuproof::vgpu::nvml {
namespace {

enum ValueType { unsigned_int = 1, unsigned_long_long = 3 };  // NVML_VALUE_TYPE_*

struct Answer {
  std::optional<double> value;
  ValueType type = unsigned_int;
  bool modelled = true;
};

double count(std::uint64_t value) { return static_cast<double>(value); }

Answer where(bool present, double value, ValueType type = unsigned_int) {
  return present ? Answer{value, type} : Answer{{}, type};
}

// NVLink 3 and 4 count the first three per link, which the scope names; the others
// are of NVLink 5.
enum LinkField { replay = 161, recovery = 162, crc = 163, recovery_events = 215, effective = 219 };

Answer link_answer(unsigned id, unsigned link, const Gpu& gpu) {
  const auto& links = gpu.facts->nvlink;
  if (!links || link >= static_cast<unsigned>(links->links)) return {};
  if (id == replay)
    return where(true, count(link_count(links->replay_errors, link)), unsigned_long_long);
  if (id == recovery)
    return where(true, count(link_count(links->recovery_errors, link)), unsigned_long_long);
  if (id == crc) return where(true, count(link_count(links->crc_errors, link)), unsigned_long_long);
  return {};
}

Answer answer_of(const FieldValue& field, const Gpu& gpu) {
  const auto& facts = *gpu.facts;
  const auto state = now(gpu);
  const bool ecc = facts.ecc.has_value(), remap = facts.remap.has_value();
  constexpr auto wide = unsigned_long_long;
  switch (field.id) {
    case 1:
      return where(ecc, state.ecc.current);
    case 2:
      return where(ecc, state.ecc.pending);
    case 3:
      return where(ecc, count(state.ecc.corrected_volatile), wide);
    case 4:
      return where(ecc, count(state.ecc.uncorrected_volatile), wide);
    case 5:
      return where(ecc, count(state.ecc.corrected_aggregate), wide);
    case 6:
      return where(ecc, count(state.ecc.uncorrected_aggregate), wide);
    case 82:
      return where(facts.temperature.memory_max_c.has_value(), state.temperature_c + 8);
    case 83:
      return where(true, live_gpu(gpu.index).energy_j(gpu.facts->power) * 1000, wide);
    case 91:
      return {facts.nvlink ? facts.nvlink->links : 0.0};
    case 94:
      return {count(facts.pcie.replays)};
    case 142:
      return where(remap, state.remap.corrected);
    case 143:
      return where(remap, state.remap.uncorrected);
    case 144:
      return where(remap, state.remap.pending);
    case 145:
      return where(remap, state.remap.failed);
    case replay:
    case recovery:
    case crc:
    case recovery_events:
    case effective:
      return link_answer(field.id, field.scope, gpu);
    case 185:
    case 186:
      return {state.power_w * 1000};
    case 189:
      return {facts.power.default_w * 1000};
    case 190:
      return {state.power_limit_w * 1000};
    case 230:
      return {state.remap.pending ? 1.0 : 0.0};  // recovery: none, or reset the GPU
    default:
      return {.value = {}, .modelled = false};
  }
}

void fill(FieldValue& field, const Gpu& gpu) {
  const auto said = answer_of(field, gpu);
  if (!said.modelled) std::fprintf(stderr, "vgpu: NVML field %u is not modelled\n", field.id);
  field.timestamp = static_cast<long long>(live_gpu(gpu.index).moment.seconds * 1e6);
  field.latency_us = 0;
  field.type = said.type;
  field.result = said.value ? success : absent;
  const double value = said.value && !detail::zeros() ? *said.value : 0;
  field.value.ull = static_cast<unsigned long long>(value);
}

}  // namespace

NVML_FUNCTION nvmlDeviceGetFieldValues(Device device, int count, FieldValue* values) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    if (!values || count < 1) return invalid_argument;
    for (int i = 0; i < count; ++i) fill(values[i], gpu);
    return success;
  });
}

}  // namespace gpuproof::vgpu::nvml
