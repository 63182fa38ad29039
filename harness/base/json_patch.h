// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Merge patch in the manner of RFC 7386, for documents of facts: objects merge, anything else
// replaces. null is a value there (the machine lacks it), and so is {"unreadable": why}.
#pragma once

#include "harness/base/json.h"

namespace gpuproof {

void merge_patch(Json& target, const Json& patch);

}  // namespace gpuproof
