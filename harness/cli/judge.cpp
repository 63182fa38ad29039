// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// `gpuproof judge`: the verdict of a run again, with another policy or profile if given. The run
// itself is never changed.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "harness/base/clock.h"
#include "harness/base/files.h"
#include "harness/base/text.h"
#include "harness/cli/option_checks.h"
#include "harness/cli/print_report.h"
#include "harness/cli/verb.h"
#include "harness/cli/verdict_status.h"
#include "harness/expect/resolve.h"
#include "harness/judge/judge.h"
#include "harness/run/load_run.h"

namespace gpuproof {
namespace {

struct Options {
  std::string run, format = "text", out, policy, profile;
  bool strict = false;
};

JudgeOptions judge_options(const Options& options, const RunRecord& run) {
  JudgeOptions judging;
  judging.today = utc_text(system_clock().wall()).substr(0, 10);
  if (!options.policy.empty())
    judging.policy = policy_from_json(read_input_file(options.policy), options.policy);
  if (!options.profile.empty())
    judging.profile = resolve_profile(options.profile, run.before).profile;
  return judging;
}

int judge_again(const Options& options) {
  const auto run = load_run(options.run);
  for (const auto& note : run.notes)
    std::fputs(clean_text("gpuproof: " + note + "\n").c_str(), stderr);
  const auto judging = judge_options(options, run);
  auto report = judge(run, judging);
  report.strict = report.strict || options.strict;
  const ReportBundle bundle{report, report_to_json(report),
                            profile_to_json(judging.profile.value_or(run.profile))};
  if (options.out.empty())
    print_formats(options.format, bundle);
  else
    write_formats(options.out, bundle);
  return code(verdict_status(report));
}

const Register<Verb> registered{
    {.name = "judge",
     .about = "judge a run again, with another policy or profile",
     .order = 40,
     .attach = [](CLI::App& command) -> std::function<int()> {
       auto options = std::make_shared<Options>();
       command.add_option("run", options->run, "run folder")->required();
       command.add_option("--policy", options->policy, "site policy to judge by");
       command.add_option("--profile", options->profile, "id of a profile, or a file");
       command
           .add_option("--format", options->format, "html, json, text, ...; several with commas")
           ->capture_default_str();
       command.add_option("--out", options->out, "write every format into this new folder instead")
           ->check(not_empty());
       command.add_flag("--strict", options->strict, "a warning or failing advice exits 1");
       return [options] { return judge_again(*options); };
     }}};

}  // namespace
}  // namespace gpuproof
