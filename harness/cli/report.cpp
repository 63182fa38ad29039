// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// `gpuproof report`: render a report again, from a run folder, report.json or report.html.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/text.h"
#include "harness/cli/option_checks.h"
#include "harness/cli/print_report.h"
#include "harness/cli/verb.h"
#include "harness/record/report_file.h"
#include "harness/run/load_run.h"

namespace gpuproof {
namespace {

struct Options {
  std::string run, format = "text", out, language = "en";
};

int report(const Options& options) {
  if (options.language != "en")
    throw InputError("--lang " + options.language + " is not built in yet; use --lang en");
  const auto documents = load_report(options.run);
  std::error_code error;
  if (fs::is_directory(options.run, error))
    for (const auto& note : changed_inputs(options.run))
      std::fputs(clean_text("gpuproof: " + note + "\n").c_str(), stderr);
  const ReportBundle bundle{documents.report, documents.report_json, documents.profile_json};
  if (options.out.empty())
    print_formats(options.format, bundle);
  else
    write_formats(options.out, bundle);
  return code(ExitStatus::good);
}

const Register<Verb> registered{
    {.name = "report",
     .about = "render the report of a run again",
     .order = 50,
     .attach = [](CLI::App& command) -> std::function<int()> {
       auto options = std::make_shared<Options>();
       command.add_option("run", options->run, "run folder, report.json or report.html")
           ->required();
       command
           .add_option("--format", options->format, "html, json, text, ...; several with commas")
           ->capture_default_str();
       command.add_option("--out", options->out, "write every format into this new folder instead")
           ->check(not_empty());
       command.add_option("--lang", options->language, "en")->capture_default_str();
       return [options] { return report(*options); };
     }}};

}  // namespace
}  // namespace gpuproof
