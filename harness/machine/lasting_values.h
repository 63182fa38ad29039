// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Settings that somebody made by hand: in force now, gone after the next start.
#pragma once

#include <string>
#include <vector>

#include "harness/machine/host.h"

namespace gpuproof {

// "vm.swappiness=10": differs from what the kernel starts with, and no configuration names it.
// Any mention counts as set, so that nothing is claimed which a script may well do.
std::vector<std::string> values_lost_on_reboot(const Host&);

}  // namespace gpuproof
