// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Kernel log lines about GPUs, PCIe, memory and storage as they come.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/base/files.h"
#include "harness/facts/source.h"

namespace gpuproof {

// "[  123.456789] NVRM: Xid …" of a record of /dev/kmsg; nullopt where it is of no concern.
std::optional<std::string> relevant_record(std::string_view record);

// `kmsg`: opened without blocking, at its end. Overwritten records are told as lost.
ReadSource follow_kernel_log(FileHandle kmsg);

}  // namespace gpuproof
