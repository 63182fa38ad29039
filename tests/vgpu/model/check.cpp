// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Cost of kernels/check.cu: filling and comparing move each array once. What counts mismatches is
// always executed: it is what the virtual GPU is made for.
#include "tests/vgpu/model/kernel_model.h"

namespace gpuproof::vgpu {
namespace {

// pattern::word takes about 20 integer operations for 8 bytes; they count as multiply-adds.
constexpr double operations_per_element = 2 * 2 * 20;

KernelWork one_array(void* const* arguments) {
  return {.bytes = 16.0 * static_cast<double>(argument<std::uint64_t>(arguments, 1))};
}

KernelWork arithmetic_alone(void* const* arguments) {
  return {.operations =
              operations_per_element * static_cast<double>(argument<std::uint64_t>(arguments, 0)),
          .rate = "fma.fp32"};
}

const Register<KernelModel> registered[] = {
    Register<KernelModel>{{.name = "fill_words", .work = one_array, .writes = {0}}},
    Register<KernelModel>{{.name = "fill_numbers", .work = one_array, .writes = {0}}},
    Register<KernelModel>{{.name = "check_words", .work = one_array}},
    Register<KernelModel>{{.name = "check_quick_words", .work = one_array}},
    Register<KernelModel>{{.name = "check_triad", .work = one_array}},
    Register<KernelModel>{{.name = "sum_words", .work = arithmetic_alone}}};

}  // namespace
}  // namespace gpuproof::vgpu
