// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Is that thread or process still there? Numbers are reused; a start time is not.
#pragma once

#include "tests/vgpu/clock/state_page.h"

namespace gpuproof::vgpu {

ThreadIdentity this_thread_identity();
ThreadIdentity this_process_identity();
// Also false for what was killed and only waits for its parent.
bool is_alive(const ThreadIdentity&);

}  // namespace gpuproof::vgpu
