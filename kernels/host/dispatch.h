// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Chooses kernels by what this CPU and its operating system support.
#pragma once

#include <string_view>
#include <vector>

#include "kernels/host/fma.h"
#include "kernels/host/stream.h"

namespace gpuproof::kernels {

// From the narrowest (scalar, always there) to the widest.
std::vector<InstructionSet> available_sets();
std::string_view set_name(InstructionSet);

// Of the widest set.
const StreamKernels& stream_kernels();
// Throws std::logic_error for a set that is not available.
const StreamKernels& stream_kernels(InstructionSet);
const FmaKernels& fma_kernels(InstructionSet);

}  // namespace gpuproof::kernels
