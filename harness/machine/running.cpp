// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/running.h"

#include <algorithm>

#include "harness/base/text.h"

namespace gpuproof {

RunningPrograms::RunningPrograms(const Host& host) {
  const auto entries = host.list("/proc");
  if (!entries) {
    why_partial_ = entries.is_unreadable() ? entries.why() : "/proc is not there";
    return;
  }
  for (const auto& entry : *entries)
    if (to_uint(entry))
      if (const auto name = host.read_line("/proc/" + entry + "/comm")) names_.insert(*name);
  // Process 2 of a machine is the parent of the kernel's threads; who cannot see it, or sees
  // another one there, sees a part only.
  if (!host.read_line("/proc/2/comm").is("kthreadd"))
    why_partial_ = "only a part of the machine's processes is visible here";
}

Fact<std::vector<std::string>> RunningPrograms::all_of(
    std::initializer_list<std::string_view> names) const {
  std::vector<std::string> seen;
  for (const auto name : names)
    if (names_.count(std::string(name.substr(0, 15)))) seen.emplace_back(name);
  if (seen.empty() && !why_partial_.empty())
    return Fact<std::vector<std::string>>::unreadable(why_partial_);
  return seen;
}

Fact<bool> RunningPrograms::any_of(std::initializer_list<std::string_view> names) const {
  return fact_from<bool>(all_of(names), [](const auto& seen) { return !seen.empty(); });
}

}  // namespace gpuproof
