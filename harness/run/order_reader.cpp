// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/order_reader.h"

#include <unistd.h>

#include <cerrno>

#include "harness/base/clock.h"
#include "harness/base/error.h"

namespace gpuproof {

std::optional<Order> OrderReader::next() {
  char block[1 << 16];
  if (lines_.empty()) system_clock().step_out();  // orders come in real time
  while (lines_.empty()) {
    const auto n = ::read(fd_, block, sizeof block);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) throw SystemError("cannot read orders", errno);
    if (n == 0) return std::nullopt;
    for (auto& line : buffer_.add({block, static_cast<std::size_t>(n)}))
      lines_.push_back(std::move(line));
    if (buffer_.overflows()) throw InputError("order", "a line without end");
  }
  auto line = std::move(lines_.front());
  lines_.pop_front();
  return parse_order(line);
}

}  // namespace gpuproof
