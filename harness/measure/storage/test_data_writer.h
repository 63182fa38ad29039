// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Fills a file with test data from several threads: one makes data while another's write is under
// way.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "harness/base/units.h"

namespace gpuproof {

// Data for [0, bytes); multiples of 1 MiB. Throws NotReached where space or quota ends,
// SystemError for the rest.
void write_test_data(int fd, const std::string& name, std::uint64_t seed, Bytes bytes,
                     const std::function<void()>& progress);

// The error of a write that did not succeed, as the kind it is. Never returns.
[[noreturn]] void throw_write_error(const std::string& name, int error_number);

}  // namespace gpuproof
