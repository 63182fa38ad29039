// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// `gpuproof profile`: the expected figures: which ship, what one holds, whether a file is sound,
// and what this machine's own facts allow.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/checks/check.h"
#include "harness/cli/verb.h"
#include "harness/expect/lint.h"
#include "harness/expect/resolve.h"
#include "harness/machine/reader.h"
#include "harness/measure/benchmark.h"

namespace gpuproof {
namespace {

struct Options {
  std::string action, what, sysroot;
};

LintContext lint_context() {
  LintContext context;
  for (const auto* benchmark : Registry<Benchmark>::instance().all())
    context.metrics.insert(context.metrics.end(), benchmark->metrics.begin(),
                           benchmark->metrics.end());
  for (const auto* check : Registry<Check>::instance().all()) context.checks.push_back(check->name);
  return context;
}

int list_profiles(const Options& options) {
  const auto shipped = shipped_profiles();
  const auto snapshot = take_snapshot(*make_host(options.sysroot));
  const auto matching = matching_profiles(shipped, snapshot);
  for (const auto& profile : shipped) {
    bool matches = false;
    for (const auto* match : matching) matches = matches || match->id == profile.id;
    fmt::print("{:<32} {:<8} {}{}\n", profile.id, profile.kind, profile.title,
               matches ? "   (matches this machine)" : "");
  }
  return code(ExitStatus::good);
}

int show_profile(const Options& options) {
  for (const auto& profile : shipped_profiles())
    if (profile.id == options.what) {
      fmt::print("{}", profile_to_json(profile));
      return code(ExitStatus::good);
    }
  throw InputError("no profile \"" + options.what + "\" ships; see gpuproof profile list");
}

int validate_profile(const Options& options) {
  const auto profile = profile_from_json(read_input_file(options.what), options.what);
  require_usable(profile);
  const auto findings = lint(profile, lint_context());
  for (const auto& finding : findings) fmt::print("{}: {}\n", options.what, finding.text());
  if (findings.empty()) fmt::print("{}: fine\n", options.what);
  return code(findings.empty() ? ExitStatus::good : ExitStatus::bad);
}

int derive_profile(const Options& options) {
  const auto snapshot = take_snapshot(*make_host(options.sysroot));
  fmt::print("{}", profile_to_json(resolve_profile("auto", snapshot).profile));
  return code(ExitStatus::good);
}

int profile(const Options& options) {
  const auto& action = options.action;
  if (action == "list") return list_profiles(options);
  if (action == "derive") return derive_profile(options);
  if (action == "learn" || action == "from-run")
    throw InputError("profile " + action + " belongs to a later version of gpuproof");
  if (action != "show" && action != "validate")
    throw InputError("profile knows list, show, validate and derive, not \"" + action + "\"");
  if (options.what.empty())
    throw InputError(action == "show" ? "profile show needs the id of a profile"
                                      : "profile validate needs a file");
  return action == "show" ? show_profile(options) : validate_profile(options);
}

const Register<Verb> registered{
    {.name = "profile",
     .about = "expected figures: list, show, validate, derive",
     .order = 60,
     .attach = [](CLI::App& command) -> std::function<int()> {
       auto options = std::make_shared<Options>();
       command.add_option("action", options->action, "list, show, validate or derive")->required();
       command.add_option("what", options->what, "id (show) or file (validate)");
       command.add_option("--sysroot", options->sysroot,
                          "a recorded machine instead of this one (list, derive)");
       return [options] { return profile(*options); };
     }}};

}  // namespace
}  // namespace gpuproof
