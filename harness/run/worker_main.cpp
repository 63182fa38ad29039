// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include "harness/base/files.h"
#include "harness/measure/runner.h"
#include "harness/run/parent.h"
#include "harness/run/system_launcher.h"
#include "harness/run/worker.h"

namespace gpuproof {
namespace {

BenchRecord run_registered(const PlanStep& step,
                           const std::function<void(std::uint64_t)>& progress) {
  if (const auto* benchmark = Registry<Benchmark>::instance().find(step.benchmark))
    return run_benchmark(*benchmark, step, progress);
  return {.step = step.id,
          .benchmark = step.benchmark,
          .labels = step.labels,
          .outcome = Outcome::skip,
          .skip = SkipKind::unavailable,
          .message = "this build has no benchmark " + step.benchmark,
          .promised = step.promises};
}

// When memory runs out, the kernel shall take the worker and not the one who tells of it.
void volunteer_for_oom_killer() {
  const FileHandle file(::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC));
  if (file && ::write(file.get(), "500", 3) < 0) return;
}

}  // namespace

int worker_main() {
  end_with_parent();
  volunteer_for_oom_killer();
  return serve_orders(child_orders_fd, child_records_fd, run_registered);
}

}  // namespace gpuproof
