// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether NVML answers, and in good time.
#include <fmt/core.h>

#include "harness/base/clock.h"
#include "harness/base/text.h"
#include "harness/checks/gpu/driver_state.h"
#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

constexpr double slow_query_s = 5;

void report_silence(CheckContext& c, const std::string& why) {
  Finding f{.observed = "NVML did not answer: " + why,
            .expected = "an answer",
            .cause =
                "the driver or the GPU's system processor (GSP) does not answer, or the "
                "library crashed",
            .remedy = "reset the GPU or reboot; the rest of the report does not depend on it",
            .who = Who::admin,
            .evidence = log_lines_with(c.now, {"Timeout waiting for RPC", "NVRM: Xid"})};
  if (c.now.platform.wsl.is(true))
    f.cause = "the NVML library of WSL crashed; CUDA may work all the same",
    f.remedy = "update WSL and the Windows driver";
  c.error(c.machine(), std::move(f));
}

void report_failure(CheckContext& c) {
  const auto fault = driver_fault(c.now);
  Finding f{.observed = "NVML says " + *c.now.gpu.nvml_result,
            .expected = "NVML_SUCCESS",
            .cause = fault ? fault->cause : "",
            .remedy = fault ? fault->remedy : "see gpu/driver",
            .who = Who::admin};
  if (c.input.before && c.input.before->gpu.nvml_result.is("NVML_SUCCESS"))
    f.evidence.push_back("NVML worked in the snapshot before");
  c.error(c.machine(), std::move(f));
}

void nvml(CheckContext& c) {
  if (gpu_presence(c) != GpuPresence::some) return;
  const auto& g = c.now.gpu;
  if (g.nvml_result.is_unreadable()) return report_silence(c, g.nvml_result.why());
  if (g.nvml_result && *g.nvml_result != "NVML_SUCCESS") return report_failure(c);
  if (g.devices.is_unreadable()) return report_silence(c, g.devices.why());
  if (!g.devices)
    return c.skip(SkipKind::unavailable, c.machine(),
                  {.observed = "NVML was not asked: this build has no CUDA"});
  Finding f{.observed = "NVML answers", .who = Who::admin};
  if (g.query_s) f.observed += ", the slowest query in " + duration_text(*g.query_s);
  if (g.query_s && !(*g.query_s <= slow_query_s)) {
    f.expected = "answers within " + duration_text(slow_query_s);
    f.cause =
        "the driver takes the GPU up and down for every query (persistence off), or its "
        "system processor is stuck";
    f.remedy = "start nvidia-persistenced; if it stays slow, read the kernel log for Xid 119";
    return c.warn(c.machine(), std::move(f));
  }
  c.pass(c.machine(), std::move(f));
}

const Register<Check> registered{{.name = "gpu/nvml",
                                  .about = "Answers of NVML",
                                  .why = "Health, clocks and power of the GPUs are known through "
                                         "NVML alone; queries that block stall every monitor.",
                                  .run = nvml}};

}  // namespace
}  // namespace gpuproof
