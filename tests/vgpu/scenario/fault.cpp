// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/vgpu/scenario/fault.h"

#include "tests/vgpu/scenario/condition.h"

namespace gpuproof::vgpu {
namespace {

std::string first_missing(const Fault& f) {
  switch (f.kind) {
    case FaultKind::stuck_bit:
      return !f.offset_bytes ? "offset_bytes" : !f.bit ? "bit" : !f.value ? "value" : "";
    case FaultKind::flipped_bit:
      return !f.offset_bytes ? "offset_bytes" : !f.bit ? "bit" : "";
    case FaultKind::wrong_sm:
      return f.sm ? "" : "sm";
    case FaultKind::wrong_call:
      return f.call ? "" : "call";
    case FaultKind::narrow_link:
      return f.width || f.generation ? "" : "width or generation";
    case FaultKind::slow_link:
      return f.factor ? "" : "factor";
    case FaultKind::throttle:
      return f.mhz || f.factor ? "" : "mhz or factor";
    case FaultKind::power_cap:
      return f.watts ? "" : "watts";
    case FaultKind::ecc:
      return f.count ? "" : "count";
    case FaultKind::remap:
      return f.count || f.pending || f.failed ? "" : "count, pending or failed";
    case FaultKind::launch_error:
      return f.code ? "" : "code";
    case FaultKind::hang:
      return f.at ? "" : "at";
    case FaultKind::gpu_lost:
      return f.gpu ? "" : "gpu";
    case FaultKind::xid:
      return f.code ? "" : "code";
    case FaultKind::missing_symbol:
      return f.symbol ? "" : "symbol";
    case FaultKind::missing_library:
      return f.library ? "" : "library";
    case FaultKind::nvml:
      return !f.call ? "call" : f.error || f.zeros || f.block_s ? "" : "error, zeros or block_s";
  }
  return "";
}

}  // namespace

std::string problem_of(const Fault& fault, std::size_t gpus) {
  const auto missing = first_missing(fault);
  if (!missing.empty())
    return "a fault of kind " + std::string(name_of(fault.kind)) + " needs " + missing;
  const auto count = static_cast<int>(gpus);
  for (const auto& index : {fault.gpu, fault.peer})
    if (index && (*index < 0 || *index >= count))
      return "there is no GPU " + std::to_string(*index) + " among " + std::to_string(gpus);
  if (fault.bit && (*fault.bit < 0 || *fault.bit > 7)) return "bit is 0 to 7";
  if (fault.value && *fault.value != 0 && *fault.value != 1) return "value is 0 or 1";
  for (const auto& reason : fault.reasons)
    if (event_reason_bit(reason) == 0) return "\"" + reason + "\" is no clock event reason";
  if (fault.factor && !(*fault.factor > 0)) return "factor is above 0";
  return "";
}

}  // namespace gpuproof::vgpu
