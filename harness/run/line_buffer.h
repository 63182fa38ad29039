// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Bytes of a pipe put together to lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace gpuproof {

class LineBuffer {
 public:
  explicit LineBuffer(std::size_t limit) : limit_(limit) {}

  // The lines that are complete now, without their newline.
  std::vector<std::string> add(std::string_view bytes) {
    std::vector<std::string> lines;
    for (auto end = bytes.find('\n'); end != std::string_view::npos; end = bytes.find('\n')) {
      rest_.append(bytes.substr(0, end));
      lines.push_back(std::move(rest_));
      rest_.clear();
      bytes.remove_prefix(end + 1);
    }
    rest_.append(bytes);
    return lines;
  }

  // A line that never ends: what is on the other side does not speak our language.
  bool overflows() const { return rest_.size() > limit_; }
  const std::string& rest() const { return rest_; }

 private:
  std::size_t limit_;
  std::string rest_;
};

}  // namespace gpuproof
