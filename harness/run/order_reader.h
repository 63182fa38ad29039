// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Orders as they come over a pipe.
#pragma once

#include <deque>
#include <optional>
#include <string>

#include "harness/run/line_buffer.h"
#include "harness/run/protocol.h"

namespace gpuproof {

class OrderReader {
 public:
  explicit OrderReader(int fd) : fd_(fd), buffer_(protocol_line_limit) {}
  // Blocks. nullopt: the other side closed the pipe. Throws InputError, SystemError.
  std::optional<Order> next();

 private:
  int fd_;
  LineBuffer buffer_;
  std::deque<std::string> lines_;
};

}  // namespace gpuproof
