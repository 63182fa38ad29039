// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Where the report will lie, as a fact of the machine that holds it.
#pragma once

#include <filesystem>

#include "harness/facts/snapshot.h"

namespace gpuproof {

// `folder` may be relative and need not be there yet. A simulated machine holds no report folder:
// the report lies on this one.
void note_report_place(Snapshot&, const std::filesystem::path& folder);

}  // namespace gpuproof
