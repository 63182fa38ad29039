// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/prepare_run.h"

#include <fmt/core.h>
#include <sys/random.h>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/expect/resolve.h"
#include "harness/judge/judge.h"
#include "harness/machine/reader.h"
#include "harness/run/report_place.h"
#include "harness/run/run_directory.h"
#include "harness/run/storage_targets.h"

namespace gpuproof {
namespace {

void refuse_later_work(const RunOptions& options) {
  if (options.baseline.empty()) return;
  const bool history = options.baseline == "last" || starts_with(options.baseline, "label:");
  throw InputError("--baseline " + clean_text(options.baseline) +
                   (history ? ": needs the history of runs, which a later version brings; "
                            : ": comparing runs comes with a later version; ") +
                   "run without it and keep the folder of the run");
}

std::string new_run_id(Nanoseconds wall) {
  std::uint32_t random = 0;
  if (::getrandom(&random, sizeof random, 0) != sizeof random)
    random = static_cast<std::uint32_t>(wall);
  std::string stamp;
  for (const char c : utc_text(wall))
    if (c != '-' && c != ':') stamp += c;
  return fmt::format("{}-{:08x}", stamp, random);
}

std::optional<double> parse_within(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto within = parse_duration(text);
  if (!within)
    throw InputError("--within " + clean_text(text) +
                     ": is not a duration; write for example 90s, 10m or 1h30m");
  return within;
}

std::optional<std::string> load_policy(const std::string& file) {
  if (file.empty()) return std::nullopt;
  auto text = read_input_file(file);
  policy_from_json(text, file);
  return text;
}

double positive(const char* option, double value) {
  if (!(value > 0) || value > 1e6)
    throw InputError(fmt::format("{} {}: give a number above 0", option, value));
  return value;
}

PlanRequest request_of(const RunOptions& options, const Snapshot& snapshot,
                       const fs::path& folder) {
  PlanRequest request{.suite = parse_suite(options.suite),
                      .only = options.only,
                      .skip = options.skip,
                      .gpus = parse_gpus(options.gpus, snapshot)};
  if (const int gpus = parse_expect(options.expect); gpus >= 0) request.expected_gpus = gpus;
  request.policy = load_policy(options.policy);
  request.label = clean_text(options.label);
  request.command_line = options.command_line;
  request.library_path = options.library_path;
  request.tags = parse_tags(options.tags);
  request.within_s = parse_within(options.within);
  request.strict = options.strict;
  request.keep_files = options.keep_files;
  request.share = options.share;
  request.deadline_scale = positive("--deadline-scale", options.deadline_scale);
  request.budget_scale = positive("--budget-scale", options.budget_scale);
  if (!snapshot.header.simulated)
    request.storage = storage_targets(options.storage, folder);
  else if (!options.storage.empty())
    throw InputError("--storage: the drives of a simulated machine cannot be read; drop it");
  return request;
}

}  // namespace

FactsRequest facts_request(const RunOptions& options) {
  FactsRequest request;
  request.wish = {.library_path = options.library_path, .only_virtual = !options.sysroot.empty()};
  request.deadline_s *= positive("--deadline-scale", options.deadline_scale);
  return request;
}

PreparedRun prepare_run(const RunOptions& options, const Host& host, ProcessLauncher& launcher) {
  refuse_later_work(options);
  parse_suite(options.suite);  // a wrong word is told before the machine is read
  const auto wall = system_clock().wall();
  PreparedRun run;
  run.before = read_machine(host, facts_request(options), launcher);
  run.folder = options.out.empty()
                   ? default_run_folder(run.before.header.hostname.value_or(""), wall)
                   : fs::path(options.out);
  note_report_place(run.before, run.folder);
  const auto request = request_of(options, run.before, run.folder);
  auto resolved = resolve_profile(options.profile, run.before);
  run.profile = std::move(resolved.profile);
  run.plan = make_plan({.request = request,
                        .snapshot = run.before,
                        .profile = run.profile,
                        .profile_origin = resolved.origin,
                        .build = options.build,
                        .run_id = new_run_id(wall),
                        .created_at = utc_text(wall),
                        .benchmarks = Registry<Benchmark>::instance().all()});
  return run;
}

}  // namespace gpuproof
