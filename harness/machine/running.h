// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Which programs run, by the names that /proc/*/comm gives them (15 characters at most).
#pragma once

#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/machine/host.h"

namespace gpuproof {

class RunningPrograms {
 public:
  explicit RunningPrograms(const Host&);

  // True where one of them was seen. That none was is known only where all processes are visible:
  // in a container or under hidepid it is unreadable.
  Fact<bool> any_of(std::initializer_list<std::string_view> names) const;
  // Those that were seen, under the same rule.
  Fact<std::vector<std::string>> all_of(std::initializer_list<std::string_view> names) const;

 private:
  std::set<std::string> names_;
  std::string why_partial_;
};

}  // namespace gpuproof
