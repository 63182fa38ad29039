// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Events: Xid numbers of faults that have begun.
#include <chrono>
#include <map>
#include <thread>

#include "tests/vgpu/nvml/session.h"

namespace gpuproof::vgpu::nvml {

struct EventSet {
  std::map<Device, std::size_t> reported;  // how many Xids of each GPU were handed out
};

namespace {

constexpr unsigned long long ecc_errors = 0x3, xid_error = 0x8;

bool take_event(EventSet& set, EventData& out) {
  for (auto& [device, reported] : set.reported) {
    const auto xids = now(*device).xids;
    if (reported >= xids.size()) continue;
    out = {device, xid_error, xids[reported++], ~0u, ~0u};
    return true;
  }
  return false;
}

}  // namespace

NVML_FUNCTION nvmlEventSetCreate(EventSet** out) {
  return answer(__func__, [&]() -> Return {
    if (!out) return invalid_argument;
    *out = new EventSet;
    return success;
  });
}
NVML_FUNCTION nvmlEventSetFree(EventSet* set) {
  return answer(__func__, [&]() -> Return {
    if (!set) return invalid_argument;
    delete set;
    return success;
  });
}
NVML_FUNCTION nvmlDeviceGetSupportedEventTypes(Device device, unsigned long long* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    return put(out, gpu.facts->ecc ? xid_error | ecc_errors : xid_error);
  });
}
NVML_FUNCTION nvmlDeviceRegisterEvents(Device device, unsigned long long types, EventSet* set) {
  return answer(__func__, device, [&](const Gpu&) -> Return {
    if (!set) return invalid_argument;
    if (types & ~(xid_error | ecc_errors)) return not_supported;
    if (types & xid_error) set->reported.try_emplace(device, 0);
    return success;
  });
}

// The wait is real time: a caller with a time-out has nothing else to do.
NVML_FUNCTION nvmlEventSetWait_v2(EventSet* set, EventData* out, unsigned timeout_ms) {
  return answer(__func__, [&]() -> Return {
    if (!set || !out) return invalid_argument;
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(timeout_ms);
    while (true) {
      if (take_event(*set, *out)) return success;
      if (std::chrono::steady_clock::now() >= end) return timeout;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
}

}  // namespace gpuproof::vgpu::nvml
