// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Peer access: who may reach whose memory, and copies between GPUs.
#include <cstdio>
#include <cstring>

#include "tests/vgpu/driver/allocations.h"
#include "tests/vgpu/driver/call.h"
#include "tests/vgpu/driver/faults.h"
#include "tests/vgpu/model/duration.h"

namespace gpuproof::vgpu::driver {
namespace {

bool can_reach(const Device& from, const Device& to) {
  return &from != &to && from.facts->peer_access && to.facts->peer_access;
}

}  // namespace

CUDA_FUNCTION cuDeviceCanAccessPeer(int* out, CUdevice device, CUdevice peer) {
  return answer(__func__, [&] {
    const auto *from = Machine::get().device(device), *to = Machine::get().device(peer);
    if (!from || !to) return CUDA_ERROR_INVALID_DEVICE;
    if (!out) return CUDA_ERROR_INVALID_VALUE;
    *out = can_reach(*from, *to) ? 1 : 0;
    return CUDA_SUCCESS;
  });
}
CUDA_FUNCTION cuDeviceGetP2PAttribute(int* out, CUdevice_P2PAttribute which, CUdevice device,
                                      CUdevice peer) {
  return answer(__func__, [&] {
    const auto *from = Machine::get().device(device), *to = Machine::get().device(peer);
    if (!from || !to) return CUDA_ERROR_INVALID_DEVICE;
    if (!out || from == to) return CUDA_ERROR_INVALID_VALUE;
    const bool reached = can_reach(*from, *to);
    const bool linked = from->facts->nvlink && to->facts->nvlink;
    switch (which) {
      case CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED:
        *out = reached ? 1 : 0;
        return CUDA_SUCCESS;
      case CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED:
        *out = reached && linked ? 1 : 0;
        return CUDA_SUCCESS;
      case CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK:
        *out = linked ? 0 : 1;
        return CUDA_SUCCESS;
      default:
        std::fprintf(stderr, "vgpu: peer attribute %d is not modelled\n", static_cast<int>(which));
        return CUDA_ERROR_NOT_SUPPORTED;
    }
  });
}
CUDA_FUNCTION cuCtxEnablePeerAccess(CUcontext peer_handle, unsigned flags) {
  return answer_in_context(__func__, [&](Context& context) {
    const auto* peer = Machine::get().contexts.find(peer_handle);
    if (!peer) return CUDA_ERROR_INVALID_CONTEXT;
    if (flags != 0) return CUDA_ERROR_INVALID_VALUE;
    if (!can_reach(*context.device, *peer->device)) return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
    return context.device->peers.insert(peer->device->index).second
               ? CUDA_SUCCESS
               : CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED;
  });
}
CUDA_FUNCTION cuCtxDisablePeerAccess(CUcontext peer_handle) {
  return answer_in_context(__func__, [&](Context& context) {
    const auto* peer = Machine::get().contexts.find(peer_handle);
    if (!peer) return CUDA_ERROR_INVALID_CONTEXT;
    return context.device->peers.erase(peer->device->index) ? CUDA_SUCCESS
                                                            : CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
  });
}
// By NVLink where both have it and peer access is on, else through the host.
CUDA_FUNCTION cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_handle, CUdeviceptr from,
                                CUcontext from_handle, std::size_t bytes, CUstream handle) {
  return answer_in_context(__func__, [&](Context& context) {
    auto& machine = Machine::get();
    const auto *to_context = machine.contexts.find(to_handle),
               *from_context = machine.contexts.find(from_handle);
    if (!to_context || !from_context) return CUDA_ERROR_INVALID_CONTEXT;
    auto* stream = stream_of(context, handle);
    if (!stream) return CUDA_ERROR_INVALID_HANDLE;
    if (bytes == 0) return CUDA_SUCCESS;
    if (!range_of(*to_context->device, to, bytes) || !range_of(*from_context->device, from, bytes))
      return CUDA_ERROR_INVALID_VALUE;
    auto* const giver = from_context->device;
    auto* const taker = to_context->device;
    enqueue(*stream, {.engine = Engine::to_device, .run = [=](Stream&, std::int64_t start) {
                        std::memmove(host_view(to), host_view(from), bytes);
                        note_write(to);
                        disturb_memory(*taker);
                        const double s =
                            peer_copy_seconds(Machine::get().scenario(), giver->index, taker->index,
                                              static_cast<double>(start) * 1e-9,
                                              nominal_bytes(bytes, Machine::get().scale_divisor()));
                        return static_cast<std::int64_t>(s * 1e9 + 0.5);
                      }});
    return CUDA_SUCCESS;
  });
}

}  // namespace gpuproof::vgpu::driver
