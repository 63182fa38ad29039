// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// gpuproof doctor: environment checks only, of this machine or of a recorded snapshot.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/cli/doctor_text.h"
#include "harness/cli/verb.h"
#include "harness/expect/resolve.h"
#include "harness/judge/environment.h"
#include "harness/run/gpu_facts.h"
#include "harness/run/system_launcher.h"

namespace gpuproof {
namespace {

struct Options {
  std::string snapshot, before, sysroot, library_path, profile = "auto";
  double facts_deadline_s = FactsRequest{}.deadline_s;  // hidden: for tests
  bool json = false, strict = false, all = false;
};

Snapshot snapshot_in(const std::string& file) {
  return snapshot_from_json(read_input_file(file), file == "-" ? "standard input" : file);
}

Snapshot snapshot_of(const Options& options) {
  if (!options.snapshot.empty() && !options.sysroot.empty())
    throw InputError("--snapshot and --sysroot both name a machine; give one of them");
  if (!options.snapshot.empty()) return snapshot_in(options.snapshot);
  std::vector<std::string> problems;
  const auto host = make_host(options.sysroot);
  FactsRequest facts;
  facts.deadline_s = options.facts_deadline_s;
  facts.wish = {.library_path = options.library_path, .only_virtual = !options.sysroot.empty()};
  SystemLauncher launcher;
  auto snapshot = read_machine(*host, facts, launcher, &problems);
  for (const auto& problem : problems) fmt::print(stderr, "gpuproof: {}\n", problem);
  return snapshot;
}

bool has_warning(const std::vector<Item>& items) {
  return std::any_of(items.begin(), items.end(), [](const Item& item) {
    return item.outcome == Outcome::warn ||
           (item.outcome == Outcome::fail && item.required == Required::no);
  });
}

ExitStatus status_of(const DoctorReport& report, bool strict) {
  const auto verdict = environment_verdict(report.items);
  if (verdict == Verdict::rejected) return ExitStatus::bad;
  if (strict && has_warning(report.items)) return ExitStatus::bad;
  return verdict == Verdict::incomplete ? ExitStatus::incomplete : ExitStatus::good;
}

int examine(const Options& options) {
  if (options.snapshot == "-" && options.before == "-")
    throw InputError("--snapshot and --before cannot both be standard input");
  const auto now = snapshot_of(options);
  std::optional<Snapshot> before;
  if (!options.before.empty()) before = snapshot_in(options.before);
  const auto resolved = resolve_profile(options.profile, now);
  const CheckInput input{
      .now = now, .before = before ? &*before : nullptr, .profile = &resolved.profile};

  DoctorReport report;
  report.tool_version = tool_version();
  report.machine = machine_subject(now);
  report.taken_at = now.header.taken_at;
  report.simulated = now.header.simulated;
  report.profile_id = resolved.profile.id;
  report.profile_origin = resolved.origin;
  report.items = judge_environment(input);
  const auto status = status_of(report, options.strict);
  report.exit_code = code(status);
  fmt::print("{}", options.json ? doctor_report_to_json(report) : doctor_text(report, options.all));
  return code(status);
}

std::function<int()> attach(CLI::App& command) {
  auto options = std::make_shared<Options>();
  command.add_option("--snapshot", options->snapshot,
                     "judge this snapshot instead of the machine; - is standard input");
  command.add_option("--before", options->before,
                     "an earlier snapshot: counters are judged by what they gained since");
  command.add_option("--sysroot", options->sysroot,
                     "read the machine from a recorded tree (SIMULATED)");
  command.add_option("--library-path", options->library_path, "where to look for libraries first");
  command.add_option("--facts-deadline", options->facts_deadline_s)->group("");
  command.add_option("--profile", options->profile, "what is expected: auto, an id or a file")
      ->capture_default_str();
  command.add_flag("--json", options->json, "print one JSON document");
  command.add_flag("--strict", options->strict, "a warning ends with exit code 1");
  command.add_flag("--all", options->all, "print every item, passes too");
  return [options] { return examine(*options); };
}

const Register<Verb> registered{{.name = "doctor",
                                 .about = "check the environment of the machine, in seconds",
                                 .order = 2,
                                 .attach = attach}};

}  // namespace
}  // namespace gpuproof
