// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// gpuproof worker: hidden; started by the supervisor.
#include "harness/run/worker.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "harness/cli/verb.h"
#include "harness/run/gpu_facts.h"
#include "harness/run/system_launcher.h"

namespace gpuproof {
namespace {

struct Options {
  std::string facts;
  FactsWish wish;
};

std::function<int()> attach(CLI::App& command) {
  auto options = std::make_shared<Options>();
  command.add_option("--facts", options->facts, "tell the facts of this source, and end");
  command.add_option("--library-path", options->wish.library_path);
  command.add_flag("--only-virtual", options->wish.only_virtual);
  return [options] {
    if (options->facts.empty()) return worker_main();
    return facts_main(options->facts, options->wish, child_records_fd);
  };
}

const Register<Verb> registered{{.name = "worker",
                                 .about = "run benchmarks for the supervisor",
                                 .hidden = true,
                                 .attach = attach}};

}  // namespace
}  // namespace gpuproof
