// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Names of machines and people inside running text: kernel log lines, paths, command lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gpuproof {

// Replaces by stable hashes: the given secrets where they stand as whole words, UUIDs, MAC and IP
// addresses, RDMA GUIDs, the user in /home/NAME and /media/NAME, what follows "serial number" and
// username=. scripts/record-machine has the same rules; a test compares the two.
std::string scrub(std::string_view text, const std::vector<std::string>& secrets);

// True for "#" and twelve hex digits, and for the UUID that stands for such a hash in tables with
// room for 16 bytes only.
bool is_redacted(std::string_view text);

}  // namespace gpuproof
