// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Text: parsing, cleaning, wrapping. Parsers are strict and ignore the locale: what does not parse as a whole is
// nullopt, never a guess.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuproof {

std::string_view trim(std::string_view);
std::vector<std::string_view> split(std::string_view, char separator);  // keeps empty parts
std::vector<std::string_view> words(std::string_view);                  // by blanks, no empties
std::vector<std::string_view> lines(std::string_view);                  // no final empty line
// The parts are views: of a temporary string they would dangle before they are read.
template <std::same_as<std::string> S>
std::vector<std::string_view> split(S&&, char) = delete;
template <std::same_as<std::string> S>
std::vector<std::string_view> words(S&&) = delete;
template <std::same_as<std::string> S>
std::vector<std::string_view> lines(S&&) = delete;

bool starts_with(std::string_view text, std::string_view prefix);
bool contains(std::string_view text, std::string_view part);
std::string lower(std::string_view);
std::string join(const std::vector<std::string>&, std::string_view separator);

// Whole text as a number, after trimming; base 16 takes an optional 0x.
std::optional<std::int64_t> to_int(std::string_view, int base = 10);
std::optional<std::uint64_t> to_uint(std::string_view, int base = 10);
std::optional<double> to_double(std::string_view);  // finite, '.' as decimal point
std::optional<double> first_number(std::string_view);  // "16.0 GT/s PCIe" -> 16.0

// "0-3,8" -> 0 1 2 3 8; nullopt where malformed or beyond 65536 members.
std::optional<std::vector<int>> to_int_list(std::string_view);

// Shell pattern with * and ?, over the whole text.
bool glob_match(std::string_view pattern, std::string_view text);

bool is_utf8(std::string_view);
// Valid UTF-8 without control characters (each becomes U+FFFD); tab and newline stay.
std::string clean_text(std::string_view);

// Distance of two words, for "did you mean".
std::size_t edit_distance(std::string_view, std::string_view);
// The nearest candidate when it is near enough to be meant, else empty.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace gpuproof
