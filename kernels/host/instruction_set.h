// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The instruction sets that CPU kernels are compiled for. Units of one set include nothing but
// plain declarations: an inline function compiled there could be the copy that the linker keeps
// for the whole program, and then stop an older CPU.
#pragma once

namespace gpuproof::kernels {

enum class InstructionSet { scalar, avx2, avx512 };

}  // namespace gpuproof::kernels
