// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// How a unit ends that does not end by itself.
#include <algorithm>

#include "harness/run/unit_run.h"

namespace gpuproof {

void UnitRun::lose(Member& member, Loss loss) {
  loss.after_s = seconds(state_.clock.raw() - member.begun);
  loss.pid = member.worker.pid;
  loss.log = member.worker.log;
  const auto record = lost_record(*member.what.step, member.what.attempt, loss);
  member.settled = member.lost = true;
  state_.log.result(record);
  if (loss.kind == Loss::Kind::abandoned)
    state_.tell("abandoned", record.message, record.step);
  else
    state_.tell("worker_lost", record.message, record.step);
  if (state_.hooks.result) state_.hooks.result(record);
}

void UnitRun::end_and_lose(Member& member, Loss loss) {
  member.settled = true;  // what it says from now on is not heard
  const auto child = member.worker.child;
  if (!state_.end_workers({child}).empty()) {
    loss.kind = Loss::Kind::abandoned;
    loss.detail = state_.launcher.state(child);
  }
  lose(member, std::move(loss));
}

void UnitRun::end_unsettled(Loss::Kind kind) {
  std::vector<ChildId> children;
  for (auto& member : members_)
    if (!member.settled) children.push_back(member.worker.child);
  const auto left = state_.end_workers(children);
  for (auto& member : members_) {
    if (member.settled) continue;
    const bool stuck = std::count(left.begin(), left.end(), member.worker.child) != 0;
    const auto state = stuck ? state_.launcher.state(member.worker.child) : std::string();
    lose(member, {.kind = stuck ? Loss::Kind::abandoned : kind, .detail = state});
  }
}

// The others would wait for it for ever.
void UnitRun::lose_partners() {
  const bool any = std::any_of(members_.begin(), members_.end(), [](auto& m) { return m.lost; });
  if (any && !all_settled()) end_unsettled(Loss::Kind::partner);
}

// No result: what was planned and not reached is inconclusive, and the judge finds it so.
void UnitRun::drop_unsettled(const std::string& why) {
  std::vector<ChildId> children;
  for (auto& member : members_)
    if (!member.settled) children.push_back(member.worker.child);
  const auto left = state_.end_workers(children);
  for (auto& member : members_) {
    if (member.settled) continue;
    member.settled = true;
    const auto id = member.what.step->id;
    if (std::count(left.begin(), left.end(), member.worker.child) != 0)
      state_.tell("abandoned",
                  "process " + std::to_string(member.worker.pid) +
                      " does not end even when killed and was left behind",
                  id);
    state_.tell("not_reached", unit_.text() + " was ended before its result: " + why, id);
  }
}

}  // namespace gpuproof
