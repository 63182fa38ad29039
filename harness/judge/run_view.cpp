// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/judge/run_view.h"

#include <algorithm>

#include "harness/base/units.h"

namespace gpuproof {
namespace {

std::int64_t microseconds(double seconds) { return static_cast<std::int64_t>(seconds * 1e6); }

// Seconds since boot restart with every boot: the window begins with the last boot of the run.
RunWindow window_of(const Journal& journal, const std::optional<Snapshot>& after) {
  RunWindow window;
  std::string boot;
  for (const auto& line : journal.lines) {
    const auto& named = line.header ? std::optional(line.header->boot_id) : line.boot_id;
    if (&line == &journal.lines.front() || (named && *named != boot))
      window.from_us = window.to_us = microseconds(line.t);
    if (named) boot = *named;
    window.to_us = std::max(window.to_us, microseconds(line.t));
    if (!line.result || line.result->pid <= 0) continue;
    const auto pid = static_cast<std::uint64_t>(line.result->pid);
    window.own_pids.push_back(pid);
    if (line.result->conditions.contains("ended_by_us")) window.ended_pids.push_back(pid);
  }
  if (after) window.to_us = std::max(window.to_us, after->header.boottime_us);
  return window;
}

std::optional<Policy> site_policy(const RunRecord& run, const JudgeOptions& options) {
  if (options.policy) return options.policy;
  if (!run.plan.policy) return std::nullopt;
  return policy_from_json(*run.plan.policy, "policy in plan.json");
}

}  // namespace

RunView::RunView(const RunRecord& r, const JudgeOptions& options)
    : run(r),
      profile(options.profile.value_or(r.profile)),
      site(site_policy(r, options)),
      quick(r.plan.suite == "quick"),
      today(options.today),
      now(r.after ? *r.after : r.before),
      earlier(r.after ? &r.before : nullptr),
      window(window_of(r.journal, r.after)),
      gpus(count_gpus(r.plan, profile, r.before, now)) {}

CheckInput RunView::check_input() const {
  std::vector<std::string> under_test;
  for (const auto& gpu : gpus.gpus)
    if (gpu.under_test) under_test.push_back(gpu.address);
  return {.now = now,
          .before = earlier,
          .profile = &profile,
          .window = &window,
          .expected_gpus = gpus.expected,
          .gpus = under_test};
}

Subject RunView::subject(const Key& key) const {
  static const Check none;
  const auto input = check_input();
  const CheckContext names(none, input);
  if (const auto gpu = key.labels.find("gpu"); gpu != key.labels.end()) {
    for (const auto& seen : gpus.gpus)
      if (seen.index == gpu->second)
        if (const auto* device = run.before.pci.find(seen.address)) return names.subject(*device);
    return {.kind = "GPU", .place = gpu->second};
  }
  if (const auto drive = key.labels.find("drive"); drive != key.labels.end()) {
    if (const auto* device = now.storage.find(drive->second)) return names.subject(*device);
    return {.kind = "drive", .place = drive->second};
  }
  if (const auto node = key.labels.find("node"); node != key.labels.end())
    return {.kind = "NUMA node", .place = node->second};
  return names.machine();
}

}  // namespace gpuproof
