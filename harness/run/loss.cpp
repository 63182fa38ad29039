// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/loss.h"

#include <fmt/core.h>

#include "harness/base/clock.h"

namespace gpuproof {
namespace {

std::string see(const Loss& loss) {
  return loss.log.empty() ? std::string("its output was not kept") : "see " + loss.log;
}

std::string what_died(const Loss& loss) {
  const auto after = duration_text(loss.after_s);
  if (loss.end.out_of_memory)
    return fmt::format(
        "the kernel killed its worker after {} for lack of memory; free memory or raise the limit "
        "of its cgroup, then run it again",
        after);
  if (loss.end.signal != 0)
    return fmt::format("its worker was ended by {} after {}; run it alone with --only, {}",
                       signal_text(loss.end.signal), after, see(loss));
  return fmt::format("its worker left with exit code {} after {} and gave no result; {}",
                     loss.end.exit_code, after, see(loss));
}

std::string what_happened(const PlanStep& step, const Loss& loss) {
  const auto after = duration_text(loss.after_s);
  switch (loss.kind) {
    case Loss::Kind::died:
      return what_died(loss);
    case Loss::Kind::late:
      return fmt::format(
          "no result within {} (planned {}); its worker was ended; look for a device or disk that "
          "does not answer, then {}",
          after, duration_text(step.estimate_s), see(loss));
    case Loss::Kind::abandoned:
      return fmt::format(
          "no result within {}, and process {} does not end even when killed{}: a driver or device "
          "holds it; it was left behind, and a reboot clears it",
          after, loss.pid, loss.detail.empty() ? "" : " (state " + loss.detail + ")");
    case Loss::Kind::garbage:
      return fmt::format(
          "its worker wrote something that is not a record ({}) and was ended; report this with {}",
          loss.detail, loss.log);
    case Loss::Kind::closed:
      return fmt::format("its worker stopped talking after {} and was ended; {}", after, see(loss));
    case Loss::Kind::partner:
      return "another worker of its group was lost, so its figure would not be of the whole group; "
             "see the other one first";
    case Loss::Kind::not_started:
      break;
  }
  return fmt::format(
      "no worker process could be started: {}; raise the limit of processes or free "
      "memory, then run it again",
      loss.detail);
}

std::string_view ended_by(const Loss& loss) {
  switch (loss.kind) {
    case Loss::Kind::died:
      return loss.end.out_of_memory ? "out of memory" : loss.end.signal != 0 ? "signal" : "exit";
    case Loss::Kind::not_started:
      return "not started";
    case Loss::Kind::abandoned:
      return "abandoned";
    default:
      return "gpuproof";
  }
}

}  // namespace

BenchRecord lost_record(const PlanStep& step, int attempt, const Loss& loss) {
  BenchRecord record{.step = step.id,
                     .attempt = attempt,
                     .benchmark = step.benchmark,
                     .labels = step.labels,
                     .outcome = Outcome::error,
                     .promised = step.promises,
                     .stop_reason = "worker lost",
                     .pid = loss.pid};
  record.message =
      fmt::format("{}: {}.", Key{step.benchmark, step.labels}.text(), what_happened(step, loss));
  record.conditions["worker_ended_by"] = ended_by(loss);
  // Traces that a killed process leaves (Xid 45) are ours then.
  if (record.conditions["worker_ended_by"] == "gpuproof") record.conditions["ended_by_us"] = "yes";
  if (loss.end.signal != 0) record.conditions["signal"] = signal_text(loss.end.signal);
  return record;
}

}  // namespace gpuproof
