// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Ends a run before the load harms a part: one that stays at its critical temperature, or that draws
// more than its limit allows.
#pragma once

#include <map>
#include <string>

namespace gpuproof {

class Guard {
 public:
  // How long a value must stay: a single reading may be a glitch of its sensor.
  static constexpr double patience_s = 5;

  // Readings and limits of one moment (`t` in seconds, values of one name in one unit). Returns one
  // sentence about a value that stayed at its limit, or an empty text.
  std::string see(double t, const std::map<std::string, double>& values,
                  const std::map<std::string, double>& limits);

 private:
  std::map<std::string, double> since_;  // when each of those at their limit got there
};

}  // namespace gpuproof
