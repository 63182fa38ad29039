// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Packages with a newer version that touch kernel, driver or firmware.
#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <string_view>

#include "harness/base/text.h"
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

bool changes_the_stack(std::string_view package) {
  constexpr std::string_view parts[] = {"nvidia",   "cuda",     "linux-image", "linux-headers",
                                        "kernel",   "firmware", "microcode",   "libnccl",
                                        "libcudnn", "mlnx",     "doca",        "rdma-core"};
  return std::any_of(std::begin(parts), std::end(parts),
                     [&](auto part) { return contains(package, part); });
}

void pending_upgrades(CheckContext& c) {
  const auto& pending = c.now.software.pending_upgrades;
  if (!c.readable(pending, c.machine(), "no list of packages that gpuproof reads")) return;
  std::vector<std::string> stack;
  for (const auto& package : *pending)
    if (changes_the_stack(package)) stack.push_back(package);
  c.advise(c.machine(), stack.empty(),
           {.observed = fmt::format("{} of {} pending packages", stack.size(), pending->size()),
            .expected = "none",
            .remedy = "upgrade before the acceptance, or hold the versions that were tested",
            .who = Who::admin,
            .evidence = stack});
}

const Register<Check> registered{
    {.name = "os/pending_upgrades",
     .about = "Pending upgrades of kernel, driver and firmware",
     .why = "They change the machine after its acceptance: what was tested is then another stack.",
     .run = pending_upgrades}};

}  // namespace
}  // namespace gpuproof
