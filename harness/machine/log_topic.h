// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Which kernel log lines matter, and what they are about.
#pragma once

#include <string_view>

#include "harness/facts/kernel_log.h"

namespace gpuproof {

// LogTopic::other: the line is not kept.
LogTopic topic_of(std::string_view text);

}  // namespace gpuproof
