// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/base/hash.h"

#include <nettle/sha2.h>

#include "harness/base/files.h"

namespace gpuproof {

std::string sha256_hex(std::string_view bytes) {
  sha256_ctx context;
  sha256_init(&context);
  sha256_update(&context, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_digest(&context, digest.size(), digest.data());
  std::string hex;
  for (const auto byte : digest) {
    constexpr std::string_view digits = "0123456789abcdef";
    hex += digits[byte >> 4];
    hex += digits[byte & 15];
  }
  return hex;
}

std::string sha256_hex_of_file(const std::filesystem::path& file) {
  return sha256_hex(read_input_file(file));
}

}  // namespace gpuproof
