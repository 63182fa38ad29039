// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// gpuproof run: snapshot, plan, measure, judge, report.
#include <CLI/CLI.hpp>
#include <memory>

#include "harness/base/error.h"
#include "harness/cli/build_info.h"
#include "harness/cli/option_checks.h"
#include "harness/cli/run_flow.h"
#include "harness/cli/verb.h"

namespace gpuproof {
namespace {

void attach_choice(CLI::App& command, RunOptions& o) {
  command.add_option("--suite", o.suite, "quick (2 min), standard (10 min) or full (45 min)")
      ->capture_default_str();
  command.add_option("--profile", o.profile, "expected figures: auto, an id or a file")
      ->capture_default_str();
  command.add_option("--expect", o.expect, "gpus=N: the machine is to have N GPUs (0: none)");
  command.add_option("--gpus", o.gpus, "all, indices (0,2), UUIDs or PCI addresses")
      ->capture_default_str();
  command.add_option("--only", o.only, "measure only what matches, e.g. host/*");
  command.add_option("--skip", o.skip, "leave out what matches");
  command.add_option("--storage", o.storage, "folder or raw device to read (repeatable)");
  command.add_option("--policy", o.policy, "site policy: what is required, what is waived");
  command.add_option("--baseline", o.baseline, "an earlier run to compare with");
  command.add_option("--within", o.within, "begin no step that would end later: 90s, 10m");
}

void attach_rest(CLI::App& command, RunOptions& o) {
  command.add_option("--out", o.out, "folder of the run, new (default ./gpuproof-<host>-<time>)")
      ->check(not_empty());
  command.add_option("--resume", o.resume, "go on with the run in this folder")
      ->check(not_empty());
  command.add_flag("--dry-run", o.dry_run, "print the plan and end");
  command.add_option("--label", o.label, "a name for this run");
  command.add_option("--tag", o.tags, "name=value to keep with the run (repeatable)");
  command.add_option("--sysroot", o.sysroot, "read the machine from a recorded tree (SIMULATED)");
  command.add_option("--library-path", o.library_path, "where to look for libraries first")
      ->check(CLI::ExistingDirectory);
  command.add_flag("--share", o.share, "measure beside other users of the machine");
  command.add_flag("--strict", o.strict, "a warning ends with exit code 1");
  command.add_flag("--keep-files", o.keep_files, "leave test files of storage benchmarks");
  command.add_option("--deadline-scale", o.deadline_scale)->group("");
  command.add_option("--budget-scale", o.budget_scale)->group("");
}

// A resumed run keeps its plan: options that would shape one contradict it.
void check_resume(const CLI::App& command, const RunOptions& options) {
  if (options.resume.empty()) return;
  for (const auto* option : command.get_options()) {
    const auto name = option->get_name();
    if (option->count() == 0 || name == "--resume" || name == "--share" || name == "--sysroot")
      continue;
    throw InputError(name +
                     " cannot be given with --resume, which goes on with the plan as it was");
  }
}

std::function<int()> attach(CLI::App& command) {
  auto options = std::make_shared<RunOptions>();
  attach_choice(command, *options);
  attach_rest(command, *options);
  return [options, &command] {
    check_resume(command, *options);
    options->build = this_build();
    return options->resume.empty() ? run_new(*options) : run_resumed(*options);
  };
}

const Register<Verb> registered{{.name = "run",
                                 .about = "Measure this machine, judge it, and write a report",
                                 .order = 1,
                                 .attach = attach}};

}  // namespace
}  // namespace gpuproof
