// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// NVLink, the switches behind it, and paths between GPUs.
#include <algorithm>

#include "tests/vgpu/nvml/link_count.h"
#include "tests/vgpu/nvml/pci_info.h"
#include "tests/vgpu/nvml/session.h"

namespace gpuproof::vgpu::nvml {
namespace {

enum { to_gpu = 0, to_switch = 2 };               // NVML_NVLINK_DEVICE_TYPE_*
enum { replay = 0, recovery = 1, crc_flit = 2 };  // NVML_NVLINK_ERROR_DL_*
constexpr unsigned most_links = 36;
constexpr int first_fabric_major = 9;

Return link_problem(const Gpu& gpu, unsigned link) {
  if (link >= most_links) return invalid_argument;
  const auto& links = gpu.facts->nvlink;
  return links && link < static_cast<unsigned>(links->links) ? success : not_supported;
}

bool is_up(const Gpu& gpu, unsigned link) {
  const auto& down = gpu.facts->nvlink->down;
  return std::find(down.begin(), down.end(), static_cast<int>(link)) == down.end();
}

const VirtualGpu* remote_gpu(const Gpu& gpu) {
  const auto& remote = gpu.facts->nvlink->remote;
  if (remote == "switch") return nullptr;
  return &Session::get().scenario().gpus.at(std::stoul(remote));
}

// Links go round the switches of the base board: 4 with Hopper, 6 with Ampere, which the machine
// tree has at these addresses.
PciIdentity switch_of(const Gpu& gpu, unsigned link) {
  const char* addresses[] = {"0000:c4:00.0", "0000:c5:00.0", "0000:c6:00.0",
                             "0000:c7:00.0", "0000:c8:00.0", "0000:c9:00.0"};
  const bool hopper = gpu.facts->cc_major() >= first_fabric_major;
  return {.address = addresses[link % (hopper ? 4 : 6)], .device = hopper ? 0x22a3u : 0x1af1u};
}

// NVML_GPU_FABRIC_STATE_*
unsigned char fabric_state(const Gpu& gpu) {
  const auto state = gpu.facts->fabric_state.value_or("");
  return state == "completed" ? 3 : state == "in_progress" ? 2 : state == "not_started" ? 1 : 0;
}

}  // namespace

NVML_FUNCTION nvmlDeviceGetNvLinkState(Device device, unsigned link, int* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    const auto problem = link_problem(gpu, link);
    return problem != success ? problem : put(out, is_up(gpu, link));
  });
}
NVML_FUNCTION nvmlDeviceGetNvLinkVersion(Device device, unsigned link, unsigned* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    constexpr unsigned numbers[] = {0, 1, 2, 4, 6, 7, 8};  // NVML_NVLINK_VERSION_n_0
    const auto problem = link_problem(gpu, link);
    return problem != success ? problem : put(out, numbers[gpu.facts->nvlink->version]);
  });
}
NVML_FUNCTION nvmlDeviceGetNvLinkCapability(Device device, unsigned link, int, unsigned* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    const auto problem = link_problem(gpu, link);
    return problem != success ? problem : put(out, 1);
  });
}
NVML_FUNCTION nvmlDeviceGetNvLinkRemoteDeviceType(Device device, unsigned link, int* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    const auto problem = link_problem(gpu, link);
    return problem != success ? problem : put(out, remote_gpu(gpu) ? to_gpu : to_switch);
  });
}
NVML_FUNCTION nvmlDeviceGetNvLinkRemotePciInfo_v2(Device device, unsigned link, PciInfo* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    const auto problem = link_problem(gpu, link);
    if (problem != success) return problem;
    if (!out) return invalid_argument;
    const auto* other = remote_gpu(gpu);
    *out = pci_info(other ? other->pci : switch_of(gpu, link));
    return success;
  });
}
NVML_FUNCTION nvmlDeviceGetNvLinkErrorCounter(Device device, unsigned link, int counter,
                                              unsigned long long* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    const auto problem = link_problem(gpu, link);
    if (problem != success) return problem;
    const auto& links = *gpu.facts->nvlink;
    if (counter == replay) return put(out, link_count(links.replay_errors, link));
    if (counter == recovery) return put(out, link_count(links.recovery_errors, link));
    return put(out, counter == crc_flit ? link_count(links.crc_errors, link) : 0);
  });
}
NVML_FUNCTION nvmlDeviceGetGpuFabricInfo(Device device, FabricInfo* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    if (gpu.facts->cc_major() < first_fabric_major) return absent;
    return put(out, FabricInfo{{}, success, 0, fabric_state(gpu)});
  });
}
NVML_FUNCTION nvmlDeviceGetGpuFabricInfoV(Device device, FabricInfoV* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    if (!out) return invalid_argument;
    constexpr unsigned v2 = version_word(36, 2), v3 = version_word(sizeof *out, 3);
    if (out->version != v2 && out->version != v3) return version_mismatch;
    if (gpu.facts->cc_major() < first_fabric_major) return absent;
    out->status = success;
    out->clique = 0;
    out->state = fabric_state(gpu);
    out->health_mask = 0;
    if (out->version == v3) out->health_summary = out->state == 0 ? 0 : 1;
    return success;
  });
}
NVML_FUNCTION nvmlDeviceGetTopologyCommonAncestor(Device device, Device other, int* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    if (!Session::get().owns(other)) return invalid_argument;
    if (other == device) return put(out, 0);
    constexpr int node = 40, system = 50;
    return put(out, gpu.facts->pci.numa_node == other->facts->pci.numa_node ? node : system);
  });
}
NVML_FUNCTION nvmlDeviceGetP2PStatus(Device device, Device other, int index, int* out) {
  return answer(__func__, device, [&](const Gpu& gpu) -> Return {
    if (!Session::get().owns(other) || other == device) return invalid_argument;
    constexpr int by_nvlink = 2, ok = 0, no = 5;
    const bool linked = gpu.facts->nvlink && other->facts->nvlink;
    if (index == by_nvlink) return put(out, linked ? ok : no);
    return put(out, linked || gpu.facts->peer_access ? ok : no);
  });
}

}  // namespace gpuproof::vgpu::nvml
