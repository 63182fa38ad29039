// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Little-endian numbers at an offset of a byte string; what lies outside it is nullopt.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace gpuproof {

class LittleEndian {
 public:
  explicit LittleEndian(std::string_view bytes) : bytes_(bytes) {}

  std::size_t size() const { return bytes_.size(); }
  std::string_view bytes() const { return bytes_; }
  std::optional<std::uint8_t> u8(std::size_t at) const { return number<std::uint8_t>(at); }
  std::optional<std::uint16_t> u16(std::size_t at) const { return number<std::uint16_t>(at); }
  std::optional<std::uint32_t> u32(std::size_t at) const { return number<std::uint32_t>(at); }
  std::optional<std::uint64_t> u64(std::size_t at) const { return number<std::uint64_t>(at); }

 private:
  template <class T>
  std::optional<T> number(std::size_t at) const {
    if (at > bytes_.size() || bytes_.size() - at < sizeof(T)) return std::nullopt;
    T value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
      value = static_cast<T>(value | std::uint64_t{static_cast<unsigned char>(bytes_[at + i])}
                                         << (8 * i));
    return value;
  }

  std::string_view bytes_;
};

}  // namespace gpuproof
