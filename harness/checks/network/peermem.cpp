// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether RDMA adapters can reach GPU memory.
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void peermem(CheckContext& c) {
  const auto& network = c.now.network;
  const bool gpus =
      !nvidia_gpus(c.now).empty() || (c.now.gpu.devices && !c.now.gpu.devices->empty());
  if (!c.readable(network.rdma, c.machine())) return;
  if (network.rdma->empty() || !gpus)
    return c.skip(SkipKind::not_applicable, c.machine(),
                  {.observed = "no RDMA adapter beside an NVIDIA GPU"});
  if (!c.readable(network.peermem_loaded, c.machine())) return;
  const bool by_dma_buf = c.now.software.nvidia_module_flavour.is("open");
  c.advise(c.machine(), *network.peermem_loaded || by_dma_buf,
           {.observed = *network.peermem_loaded ? "module nvidia_peermem is loaded"
                        : by_dma_buf            ? "the open kernel modules share memory by DMA-BUF"
                                                : "neither nvidia_peermem nor DMA-BUF",
            .expected = "nvidia_peermem loaded, or the open kernel modules",
            .remedy = "load nvidia_peermem at boot (modules-load.d)",
            .who = Who::admin});
}

const Register<Check> registered{
    {.name = "network/peermem",
     .about = "Direct path from network to GPU memory",
     .why = "Without it every message between machines takes a detour through host memory.",
     .run = peermem}};

}  // namespace
}  // namespace gpuproof
