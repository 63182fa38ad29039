// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A cursor over one log line: every step says whether it could be taken, none can throw.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace gpuproof {

class LogScan {
 public:
  explicit LogScan(std::string_view text) : rest_(text) {}

  std::string_view rest() const { return rest_; }
  bool skip(std::string_view literal) {
    if (rest_.substr(0, literal.size()) != literal) return false;
    rest_.remove_prefix(literal.size());
    return true;
  }
  void blanks() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t')) rest_.remove_prefix(1);
  }
  // Goes on behind the first `literal`; where there is none, nothing moves.
  bool skip_past(std::string_view literal) {
    const auto at = rest_.find(literal);
    if (at == std::string_view::npos) return false;
    rest_.remove_prefix(at + literal.size());
    return true;
  }
  // The text up to `end`, and behind it; all of the rest where `end` does not come.
  std::string_view until(std::string_view end) {
    const auto at = rest_.find(end);
    const auto text = rest_.substr(0, at);
    rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at + end.size());
    return text;
  }
  template <class T>
  std::optional<T> number(int base = 10) {
    T value{};
    const auto [end, error] =
        std::from_chars(rest_.data(), rest_.data() + rest_.size(), value, base);
    return taken(end, error, value);
  }
  std::optional<double> real() {
    const auto start = rest_;
    double value = 0;
    const auto [end, error] =
        std::from_chars(rest_.data(), rest_.data() + rest_.size(), value, std::chars_format::fixed);
    const auto number = taken(end, error, value);
    if (!number || std::isfinite(*number)) return number;
    rest_ = start;  // from_chars takes "nan" and "inf"
    return std::nullopt;
  }
  // dddd:bb:dd with or without .f, the domain 4 to 8 digits wide. All or nothing.
  std::optional<std::string> address() {
    const auto start = rest_;
    unsigned function = 0;
    const auto domain = hex(4, 8);
    const auto bus = domain && skip(":") ? hex(2, 2) : std::nullopt;
    const auto device = bus && skip(":") ? hex(2, 2) : std::nullopt;
    const bool has_function =
        device && rest_.size() >= 2 && rest_[0] == '.' && rest_[1] >= '0' && rest_[1] <= '7';
    if (!device || *device > 0x1f) {
      rest_ = start;
      return std::nullopt;
    }
    if (has_function) {
      function = static_cast<unsigned>(rest_[1] - '0');
      rest_.remove_prefix(2);
    }
    char text[32];
    std::snprintf(text, sizeof text, "%04x:%02x:%02x.%u", *domain, *bus, *device, function);
    return text;
  }

 private:
  template <class T>
  std::optional<T> taken(const char* end, std::errc error, T value) {
    if (error != std::errc()) return std::nullopt;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  std::optional<unsigned> hex(std::size_t fewest, std::size_t most) {
    unsigned value = 0;
    const auto* begin = rest_.data();
    const auto* last = begin + std::min(rest_.size(), most);
    const auto [end, error] = std::from_chars(begin, last, value, 16);
    if (error != std::errc() || end < begin + fewest) return std::nullopt;
    return taken(end, error, value);
  }

  std::string_view rest_;
};

}  // namespace gpuproof
