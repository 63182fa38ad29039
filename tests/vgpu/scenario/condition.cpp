// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/vgpu/scenario/condition.h"

#include <cmath>

namespace gpuproof::vgpu {
namespace {

constexpr std::pair<const char*, std::uint64_t> reason_bits[] = {
    {"gpu_idle", 0x1},
    {"applications_clocks_setting", 0x2},
    {"sw_power_cap", 0x4},
    {"hw_slowdown", 0x8},
    {"sync_boost", 0x10},
    {"sw_thermal_slowdown", 0x20},
    {"hw_thermal_slowdown", 0x40},
    {"hw_power_brake_slowdown", 0x80},
    {"display_clock_setting", 0x100}};
constexpr std::uint64_t xid_off_the_bus = 79;

Condition healthy(const VirtualGpu& gpu, bool busy) {
  Condition now;
  const auto& clocks = gpu.clocks;
  now.sm_mhz = busy ? clocks.load_mhz.value_or(clocks.boost_mhz) : clocks.idle_mhz;
  if (busy && clocks.application_mhz) now.sm_mhz = std::min(now.sm_mhz, *clocks.application_mhz);
  if (clocks.locked_mhz) now.sm_mhz = *clocks.locked_mhz;
  now.memory_mhz = busy ? gpu.memory.clock_mhz : clocks.memory_idle_mhz;
  now.power_limit_w = gpu.power.limit();
  now.power_w = busy ? std::min(gpu.power.load(), now.power_limit_w) : gpu.power.idle_w;
  now.temperature_c = busy ? gpu.temperature.load_c : gpu.temperature.idle_c;
  now.event_reasons = busy ? 0 : event_reason_bit("gpu_idle");
  now.pcie_generation = gpu.pcie.generation_load();
  if (!busy) now.pcie_generation = gpu.pcie.generation_idle.value_or(now.pcie_generation);
  now.pcie_width = gpu.pcie.width();
  now.ecc = gpu.ecc.value_or(EccState{});
  now.remap = gpu.remap.value_or(RowRemap{});
  return now;
}

// An idle chip is cool and draws little: the reason shows under load.
void throttle(Condition& now, const Fault& fault, bool busy) {
  if (!busy) return;
  for (const auto& reason : fault.reasons) now.event_reasons |= event_reason_bit(reason);
  const double before = now.sm_mhz;
  now.sm_mhz = std::min(before, fault.mhz.value_or(before * fault.factor.value_or(1)));
  now.power_w *= now.sm_mhz / before;
}

// Power goes with about the cube of the clock: voltage follows it.
void cap_power(Condition& now, double watts, bool busy) {
  now.power_limit_w = std::min(now.power_limit_w, watts);
  if (!busy || now.power_w <= watts) return;
  now.sm_mhz *= std::cbrt(watts / now.power_w);
  now.power_w = watts;
  now.event_reasons |= event_reason_bit("sw_power_cap");
}

void count_ecc(EccState& ecc, const Fault& fault) {
  const auto count = fault.count.value_or(0);
  (fault.corrected ? ecc.corrected_volatile : ecc.uncorrected_volatile) += count;
  (fault.corrected ? ecc.corrected_aggregate : ecc.uncorrected_aggregate) += count;
}

void remap_rows(RowRemap& remap, const Fault& fault) {
  const auto rows = static_cast<std::uint32_t>(fault.count.value_or(0));
  (fault.corrected ? remap.corrected : remap.uncorrected) += rows;
  remap.pending |= fault.pending;
  remap.failed |= fault.failed;
}

void apply(Condition& now, const Fault& fault, bool busy) {
  switch (fault.kind) {
    case FaultKind::throttle:
      return throttle(now, fault, busy);
    case FaultKind::power_cap:
      return cap_power(now, fault.watts.value_or(0), busy);
    case FaultKind::narrow_link:
      now.pcie_width = std::min(now.pcie_width, fault.width.value_or(now.pcie_width));
      now.pcie_generation =
          std::min(now.pcie_generation, fault.generation.value_or(now.pcie_generation));
      return;
    case FaultKind::slow_link:
      if (!fault.peer) now.pcie_factor *= fault.factor.value_or(1);
      return;
    case FaultKind::ecc:
      return count_ecc(now.ecc, fault);
    case FaultKind::remap:
      return remap_rows(now.remap, fault);
    case FaultKind::gpu_lost:
      now.lost = true;
      return;
    default:
      return;  // the driver and the libraries know them
  }
}

void add_xid(Condition& now, const Fault& fault) {
  if (fault.kind == FaultKind::gpu_lost)
    now.xids.push_back(fault.code.value_or(xid_off_the_bus));
  else if (fault.kind == FaultKind::xid || (fault.kind == FaultKind::ecc && fault.code))
    now.xids.push_back(fault.code.value_or(0));
}

}  // namespace

std::uint64_t event_reason_bit(const std::string& name) {
  for (const auto& [known, bit] : reason_bits)
    if (name == known) return bit;
  return 0;
}

bool has_begun(const Fault& fault, const Moment& moment) {
  return moment.seconds >= fault.after_s && moment.launches >= fault.after_launches;
}

Condition condition_of(const Scenario& scenario, int gpu, const Moment& moment) {
  auto now = healthy(scenario.gpus.at(static_cast<std::size_t>(gpu)), moment.busy);
  for (const auto& fault : scenario.faults) {
    if (!fault.strikes(gpu) || !has_begun(fault, moment)) continue;
    apply(now, fault, moment.busy);
    add_xid(now, fault);
  }
  return now;
}

}  // namespace gpuproof::vgpu
