// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Graphs of this process.
#pragma once

#include "tests/vgpu/driver/machine.h"

namespace gpuproof::vgpu::driver {

struct GraphHandles {
  Handles<Graph> recorded, executable;
};
void drop_graphs_of(const Context&);

}  // namespace gpuproof::vgpu::driver
