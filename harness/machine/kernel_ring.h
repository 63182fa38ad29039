// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The kernel's own log buffer, read to its end without waiting.
#pragma once

#include "harness/machine/host.h"

namespace gpuproof {

// /dev/kmsg, else klogctl; unreadable where both are denied.
Fact<KernelLogText> read_kernel_ring();

}  // namespace gpuproof
