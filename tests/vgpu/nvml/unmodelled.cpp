// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Functions that are there and answer nothing: a program that comes to rely on one says so.
#include <cstdio>

#include "tests/vgpu/nvml/session.h"

namespace gpuproof::vgpu::nvml {
namespace {

Return not_modelled(const char* name) {
  std::fprintf(stderr, "vgpu: %s is not modelled\n", name);
  return not_supported;
}

}  // namespace

// Arguments are ignored, so the declaration need not name them (x86-64 passes them in registers).
#define UNMODELLED(name) \
  NVML_FUNCTION name() { return not_modelled(#name); }

UNMODELLED(nvmlDeviceGetCpuAffinity)
UNMODELLED(nvmlDeviceGetCpuAffinityWithinScope)
UNMODELLED(nvmlDeviceGetMemoryAffinity)
UNMODELLED(nvmlDeviceGetNvLinkInfo)
UNMODELLED(nvmlDeviceGetPlatformInfo)
UNMODELLED(nvmlDeviceGetRemappedRows_v2)
UNMODELLED(nvmlDeviceGetSamples)
UNMODELLED(nvmlDeviceGetSramEccErrorStatus)
UNMODELLED(nvmlDeviceGetSramUniqueUncorrectedEccErrorCounts)
UNMODELLED(nvmlDeviceGetThermalSettings)
UNMODELLED(nvmlDeviceGetTopologyNearestGpus)
UNMODELLED(nvmlGpmMetricsGet)
UNMODELLED(nvmlSystemGetConfComputeCapabilities)
UNMODELLED(nvmlSystemGetConfComputeGpusReadyState)
UNMODELLED(nvmlSystemGetConfComputeSettings)

}  // namespace gpuproof::vgpu::nvml
