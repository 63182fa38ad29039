// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The two clocks of the machine that is read: of a recorded one, as they stood at the recording.
#pragma once

#include <cstdint>

#include "harness/machine/host.h"

namespace gpuproof {

struct MachineTimes {
  std::int64_t boottime_us = 0;  // since boot
  std::int64_t wall_us = 0;      // since 1970
};

// A tree has them in /proc/uptime and the btime of /proc/stat; where these are missing, and on a
// live machine, the clock of the Host.
MachineTimes machine_times(const Host&);

}  // namespace gpuproof
