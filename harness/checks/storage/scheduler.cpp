// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Scheduler of every solid-state drive.
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

bool is_heavy(const std::string& scheduler) { return scheduler == "bfq" || scheduler == "cfq"; }

void scheduler(CheckContext& c) {
  if (!c.readable(c.now.storage.devices, c.machine())) return;
  bool some = false;
  for (const auto& drive : *c.now.storage.devices) {
    const bool fast = drive.rotational.is(false) && !drive.removable.value_or(false);
    if (drive.kind != "disk" || !fast) continue;
    some = true;
    const Labels labels{{"drive", drive.name}};
    if (!c.readable(drive.scheduler, c.subject(drive), "it has no choice of scheduler", labels))
      continue;
    c.advise(c.subject(drive), !is_heavy(*drive.scheduler),
             {.observed = *drive.scheduler,
              .expected = "none or mq-deadline",
              .remedy = "set it with a udev rule (ATTR{queue/scheduler}=\"none\")",
              .who = Who::admin,
              .labels = labels});
  }
  if (!some) c.skip(SkipKind::not_applicable, c.machine(), {.observed = "no solid-state drive"});
}

const Register<Check> registered{
    {.name = "storage/scheduler",
     .about = "I/O scheduler",
     .why = "A scheduler made for rotating disks costs a fast drive a good part of its operations.",
     .run = scheduler}};

}  // namespace
}  // namespace gpuproof
