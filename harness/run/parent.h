// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Ties a child process to its supervisor.
#pragma once

namespace gpuproof {

// SIGKILL comes when the parent dies, however it dies; ends at once where it died already.
// Descriptors of the two pipes are not handed on to what this process starts.
void end_with_parent();

}  // namespace gpuproof
