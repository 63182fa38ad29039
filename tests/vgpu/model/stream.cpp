// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Cost of kernels/stream.cu: the bytes that its header counts, 16 an element.
#include "tests/vgpu/model/kernel_model.h"

namespace gpuproof::vgpu {
namespace {

template <std::size_t place_of_n, int arrays>
KernelWork arrays_of_16_bytes(void* const* arguments) {
  return {.bytes =
              16.0 * arrays * static_cast<double>(argument<std::uint64_t>(arguments, place_of_n))};
}

const Register<KernelModel> registered[] = {Register<KernelModel>{{.name = "stream_read",
                                                                   .work = arrays_of_16_bytes<1, 1>,
                                                                   .reads = {0},
                                                                   .adds_to = 2,
                                                                   .any_grid = true}},
                                            Register<KernelModel>{{.name = "stream_write",
                                                                   .work = arrays_of_16_bytes<1, 1>,
                                                                   .writes = {0},
                                                                   .any_grid = true}},
                                            Register<KernelModel>{{.name = "stream_copy",
                                                                   .work = arrays_of_16_bytes<2, 2>,
                                                                   .reads = {0},
                                                                   .writes = {1},
                                                                   .any_grid = true}},
                                            Register<KernelModel>{{.name = "stream_triad",
                                                                   .work = arrays_of_16_bytes<4, 3>,
                                                                   .reads = {0, 1},
                                                                   .writes = {2},
                                                                   .any_grid = true}}};

}  // namespace
}  // namespace gpuproof::vgpu
