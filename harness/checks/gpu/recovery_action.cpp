// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What the driver wants done with a GPU after an error: the present state, not the history.
#include <fmt/core.h>

#include "harness/base/text.h"
#include "harness/checks/gpu/under_test.h"
#include "harness/checks/kernel_log/xid_events.h"

namespace gpuproof {
namespace {

// The last Xid 154 of this boot on a GPU.
std::optional<LoggedXid> last_change(const CheckContext& c, const std::string& address) {
  std::optional<LoggedXid> last;
  for (auto& xid : logged_xids(c.now, nullptr))
    if (xid.event.code == 154 && xid.event.recovery_action && xid.event.address == address &&
        xid.period != LogScope::earlier_boot)
      last = std::move(xid);
  return last;
}

void judge(CheckContext& c, const GpuView& gpu, const std::string& action, bool none,
           std::vector<std::string> evidence) {
  Finding f{.observed = action,
            .expected = "none",
            .evidence = std::move(evidence),
            .labels = gpu.labels};
  if (none) return c.pass(gpu.subject, std::move(f));
  f.remedy = "do what it says (reset the GPU, or reboot), then run again";
  f.who = Who::admin;
  c.fail(gpu.subject, std::move(f));
}

void recovery_action(CheckContext& c) {
  if (gpu_presence(c) != GpuPresence::some) return;
  for (const auto& gpu : gpus_under_test(c)) {
    const auto logged = last_change(c, gpu.address);
    std::vector<std::string> evidence;
    if (logged) evidence.push_back(logged->line);
    if (gpu.facts && gpu.facts->recovery_action) {
      const auto& action = *gpu.facts->recovery_action;
      judge(c, gpu, action, lower(action) == "none", std::move(evidence));
    } else if (logged) {
      const int action = *logged->event.recovery_action;
      judge(c, gpu, fmt::format("action {:#x}, by the kernel log", action), action == 0,
            std::move(evidence));
    }
  }
}

const Register<Check> registered{{.name = "gpu/recovery_action",
                                  .about = "Recovery that the driver asks for",
                                  .why = "A GPU that waits for a reset may compute wrongly or not "
                                         "at all until it gets one.",
                                  .run = recovery_action}};

}  // namespace
}  // namespace gpuproof
