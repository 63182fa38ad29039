// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// `gpuproof bench`: the raw Google Benchmark front. Its flags would change how samples are taken,
// so all but these few are refused by name.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/cli/verb.h"
#include "harness/measure/raw_front.h"

namespace gpuproof {
namespace {

struct Options {
  RawFront front;
  std::string budget;
  std::vector<std::string> context, options;
  bool list = false;
};

void refuse_unknown(const std::vector<std::string>& flags) {
  if (flags.empty()) return;
  const auto name = std::string(split(flags.front(), '=').front());
  if (starts_with(name, "--benchmark_"))
    throw InputError(name,
                     "not offered: how samples are taken is fixed by the method; use "
                     "--filter, --list, --format, --out or --context");
  throw InputError(name, "is no option of bench; see gpuproof bench --help");
}

std::pair<std::string, std::string> key_value(const char* flag, const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw InputError(flag, "\"" + text + "\" is not key=value");
  return {text.substr(0, equals), text.substr(equals + 1)};
}

void parse(Options& options) {
  for (const auto& text : options.context)
    options.front.context.push_back(key_value("--context", text));
  for (const auto& text : options.options)
    options.front.options.insert(key_value("--option", text));
  if (options.budget.empty()) return;
  const auto budget = parse_duration(options.budget);
  if (!budget) throw InputError("--budget", "\"" + options.budget + "\" is no duration; write 5s");
  options.front.budget_s = *budget;
}

ExitStatus status_of(const RawTally& tally) {
  if (tally.wrong > 0) return ExitStatus::bad;
  return tally.errors > 0 || tally.measured == 0 ? ExitStatus::incomplete : ExitStatus::good;
}

int bench(Options& options, const std::vector<std::string>& rest) {
  refuse_unknown(rest);
  parse(options);
  if (!options.list) return code(status_of(run_raw(options.front)));
  for (const auto& name : raw_names(options.front)) fmt::print("{}\n", name);
  return code(ExitStatus::good);
}

std::function<int()> attach(CLI::App& command) {
  auto options = std::make_shared<Options>();
  command.allow_extras();
  command.add_option("--filter", options->front.filter, "regular expression over names");
  command.add_flag("--list", options->list, "only print the names");
  command.add_option("--format", options->front.format, "console, json or csv");
  command.add_option("--out", options->front.out, "file to write instead of standard output");
  command.add_option("--context", options->context, "key=value to put into the output");
  command.add_option("--option", options->options,
                     "key=value for the benchmarks, e.g. target=/data or threads=4");
  command.add_option("--budget", options->budget, "sampling time of each, e.g. 5s");
  return [options, &command] { return bench(*options, command.remaining()); };
}

const Register<Verb> registered{{.name = "bench",
                                 .about = "raw benchmarks without plan and verdict",
                                 .order = 60,
                                 .attach = attach}};

}  // namespace
}  // namespace gpuproof
