// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Units are decimal (1 GB = 1e9 B); binary multiples appear only in sizes shown to people.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gpuproof {

using Bytes = std::uint64_t;

constexpr Bytes KiB = 1024, MiB = 1024 * KiB, GiB = 1024 * MiB;

// "512 MiB", "1.5 GiB": the largest binary unit that keeps two digits.
std::string bytes_text(Bytes);
// Three significant digits, no exponent between 0.001 and 1e6: "48.3", "1 240".
std::string figure_text(double value);
// "90", "90s", "5m", "2h", "1h30m" in seconds; nullopt where malformed, zero or negative.
std::optional<double> parse_duration(std::string_view);
// "4KiB", "2GiB", "1000000" in bytes; nullopt where malformed or beyond 2^63.
std::optional<Bytes> parse_bytes(std::string_view);

}  // namespace gpuproof
