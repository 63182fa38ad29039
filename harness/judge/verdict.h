// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What one item means for the run.
#pragma once

#include "harness/record/item.h"

namespace gpuproof {

// A failure that rejects the machine.
bool rejects(const Item&);
// A gap that keeps the run from being accepted: required and not judged, or asked and not answered.
bool leaves_open(const Item&);

}  // namespace gpuproof
