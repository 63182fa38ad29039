// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Logical processors online, against the profile or what the cores can give.
#include <optional>

#include "harness/checks/check.h"

namespace gpuproof {
namespace {

// What the cores in use can give: one thread a core where SMT is off.
std::optional<int> possible_threads(const Snapshot& now) {
  if (now.cpu.smt && *now.cpu.smt != "on") {
    if (now.cpu.cores) return *now.cpu.cores;
    return {};
  }
  if (!now.smbios) return {};
  int sum = 0;
  for (const auto& socket : now.smbios->sockets) {
    if (!socket.populated) continue;
    if (!socket.threads) return {};
    sum += *socket.threads;
  }
  return sum > 0 ? std::optional(sum) : std::nullopt;
}

void threads(CheckContext& c) {
  const auto& cpus = c.now.cpu.cpus;
  if (!c.readable(cpus, c.processor())) return;
  const int online = static_cast<int>(cpus->size());
  Finding f{.observed = std::to_string(online), .who = Who::admin};
  if (c.judge_setting(c.processor(), f.observed, f)) return;
  const auto possible = possible_threads(c.now);
  if (!possible) return c.show(c.processor(), f);
  f.expected = std::to_string(*possible);
  f.remedy = "look for processors that are offline (/sys/devices/system/cpu/offline)";
  c.advise(c.processor(), online >= *possible, f);
}

const Register<Check> registered{{.name = "cpu/threads",
                                  .about = "Number of logical processors",
                                  .why = "Logical processors that are offline take no work, and "
                                         "benchmarks pinned to them do not start.",
                                  .run = threads}};

}  // namespace
}  // namespace gpuproof
