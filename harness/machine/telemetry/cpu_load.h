// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Clock of the processor, its load, and the time that a hypervisor took away.
#pragma once

#include "harness/facts/source.h"
#include "harness/machine/host.h"

namespace gpuproof {

ReadSource open_cpu_clock(const Host&);  // cpu/clock_mhz (mean), cpu/clock_min_mhz
ReadSource open_cpu_load(const Host&);   // host/load_1min, host/steal_ticks

}  // namespace gpuproof
