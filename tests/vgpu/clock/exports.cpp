// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What a program finds in every library of the virtual GPU beside NVIDIA's own functions: how much
// working sets shrink, and the time that it shall keep (harness/gpu/library/virtual_time.h).
#include <cstdint>
#include <cstdio>
#include <exception>

#include "tests/vgpu/clock/virtual_clock.h"
#include "tests/vgpu/scenario/scenario.h"

#define VGPU_FUNCTION extern "C" __attribute__((visibility("default")))

namespace gpuproof::vgpu {
namespace {

// Whoever calls expects no exception; what goes wrong here is told and ends in real time.
template <class Body>
auto told(const char* call, const Body& body) {
  using Answer = decltype(body());
  try {
    return body();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vgpu: %s: %s\n", call, error.what());
    return Answer();
  }
}

}  // namespace

// 0: the scenario cannot be read.
VGPU_FUNCTION double vgpuScale() {
  return told(__func__, [] { return load_scenario_from_environment().scale(); });
}

// On the scale of CLOCK_BOOTTIME; the calling thread becomes a member of virtual time.
VGPU_FUNCTION std::int64_t vgpuHostNowNs() {
  return told(__func__, [] { return virtual_clock().origin() + virtual_clock().now(); });
}

VGPU_FUNCTION void vgpuSleepNs(std::int64_t ns) {
  told(__func__, [&] { virtual_clock().wait_until(virtual_clock().now() + ns); });
}

// As one who only observes: for so long, or until the descriptor can be read (then 1, else 0).
VGPU_FUNCTION int vgpuFollowNs(std::int64_t ns, int fd) {
  return told(__func__,
              [&] { return virtual_clock().follow_until(virtual_clock().now() + ns, fd) ? 1 : 0; });
}

// Until its next call no one waits for this thread.
VGPU_FUNCTION void vgpuLeave() {
  told(__func__, [] { virtual_clock().leave(); });
}

}  // namespace gpuproof::vgpu
