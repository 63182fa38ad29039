// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// SHA-256 of documents and files (nettle), and the seeded generator of test data.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace gpuproof {

std::string sha256_hex(std::string_view bytes);
std::string sha256_hex_of_file(const std::filesystem::path& file);  // throws InputError

// Counter-based 64-bit mix (splitmix64's finaliser, Steele et al. 2014): word `i` of stream
// `seed` is a pure function of both, so any block can be made and checked alone.
constexpr std::uint64_t mix64(std::uint64_t seed, std::uint64_t i) {
  std::uint64_t z = seed + 0x9e3779b97f4a7c15u * (i + 1);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace gpuproof
