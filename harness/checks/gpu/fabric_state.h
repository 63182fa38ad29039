// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether the GPUs of this machine hang on an NVLink fabric with switches.
#pragma once

#include "harness/facts/snapshot.h"

namespace gpuproof {

// NVSwitches on the bus, or a GPU that reports a fabric state.
bool has_fabric(const Snapshot&);

}  // namespace gpuproof
