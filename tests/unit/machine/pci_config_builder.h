// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Builds a PCI configuration space for tests: 4096 bytes, NVIDIA, class 0x030000.
#pragma once

#include <cstdint>
#include <string>

namespace gpuproof {

class ConfigSpace {
 public:
  ConfigSpace() : bytes_(4096, '\0') {
    put(0x00, 4, 0x268410de);
    put(0x08, 4, 0x030000a1);
  }
  // Port type: 0 endpoint, 4 root port, 9 integrated endpoint.
  ConfigSpace& express(int port_type) {
    put(0x06, 2, 0x0010);
    put(0x34, 1, express_at);
    put(express_at, 2, 0x0010);
    return put(express_at + 2, 2, 2u | static_cast<unsigned>(port_type) << 4);
  }
  ConfigSpace& payload(unsigned supported_code, unsigned code) {
    put(express_at + 4, 4, supported_code);
    return put(express_at + 8, 2, code << 5);
  }
  ConfigSpace& aspm(int code) { return put(express_at + 0x10, 2, static_cast<unsigned>(code)); }
  ConfigSpace& acs(unsigned control) {
    extend(0x000d);
    return put(last_ + 6, 2, control);
  }
  ConfigSpace& rebar(std::uint32_t capability, std::uint32_t control) {
    extend(0x0015);
    put(last_ + 4, 4, capability);
    return put(last_ + 8, 4, control);
  }
  std::string bytes() const { return bytes_; }

 private:
  static constexpr std::size_t express_at = 0x60;

  // Chains one more extended capability, 64 bytes behind the last.
  void extend(std::uint32_t id) {
    const auto at = last_ ? last_ + 0x40 : 0x100;
    if (last_) put(last_ + 2, 2, 1u | static_cast<unsigned>(at) << 4);
    put(at, 4, id | 1u << 16);
    last_ = at;
  }
  ConfigSpace& put(std::size_t at, std::size_t size, std::uint64_t value) {
    for (std::size_t i = 0; i < size; ++i)
      bytes_[at + i] = static_cast<char>(value >> (8 * i) & 0xff);
    return *this;
  }

  std::string bytes_;
  std::size_t last_ = 0;
};

}  // namespace gpuproof
