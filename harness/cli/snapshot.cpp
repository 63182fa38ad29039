// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// `gpuproof snapshot`: every fact that a check reads, as one JSON document.
#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "harness/base/files.h"
#include "harness/base/text.h"
#include "harness/cli/verb.h"
#include "harness/run/gpu_facts.h"
#include "harness/run/system_launcher.h"

namespace gpuproof {
namespace {

struct Options {
  std::string sysroot, library_path, out = "-";
  bool redact = false;
};

int snapshot(const Options& options) {
  const auto host = make_host(options.sysroot);
  std::vector<std::string> problems;
  FactsRequest facts;
  facts.wish = {.library_path = options.library_path, .only_virtual = !options.sysroot.empty()};
  auto taken = [&] {
    SystemLauncher launcher;
    return read_machine(*host, facts, launcher, &problems);
  }();
  if (options.redact) redact(taken);
  const auto text = snapshot_to_json(taken);
  if (options.out == "-")
    write_all(STDOUT_FILENO, text, "standard output");
  else
    write_new_file(options.out, text);
  for (const auto& problem : problems)
    fmt::print(stderr, "gpuproof: not read: {}\n", clean_text(problem));
  return code(problems.empty() ? ExitStatus::good : ExitStatus::tool_failed);
}

const Register<Verb> registered{
    {.name = "snapshot",
     .about = "the facts of this machine as JSON",
     .order = 30,
     .attach = [](CLI::App& command) -> std::function<int()> {
       auto options = std::make_shared<Options>();
       command.add_flag("--redact", options->redact,
                        "replace serials, names and addresses by stable hashes");
       command.add_option("--sysroot", options->sysroot,
                          "read a recorded machine (scripts/record-machine) instead of this one");
       command.add_option("--library-path", options->library_path,
                          "where to look for libraries first");
       command.add_option("--out", options->out, "file to write, - for standard output")
           ->capture_default_str();
       return [options] { return snapshot(*options); };
     }}};

}  // namespace
}  // namespace gpuproof
