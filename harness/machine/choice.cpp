// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/choice.h"

#include "harness/base/text.h"

namespace gpuproof {

Fact<std::string> read_choice(const Host& host, const std::string& path) {
  return fact_from<std::string>(host.read_line(path), [&](const std::string& line) {
    const auto open = line.find('['), close = line.find(']');
    if (open == line.npos || close == line.npos || close < open)
      return Fact<std::string>::unreadable(path + ": no choice in brackets in \"" +
                                           clean_text(line) + "\"");
    return Fact<std::string>(line.substr(open + 1, close - open - 1));
  });
}

}  // namespace gpuproof
