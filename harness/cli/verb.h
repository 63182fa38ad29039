// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A command-line verb: harness/cli/<verb>.cpp registers one.
//
//   int run_it(const Options&);
//   const Register<Verb> registered{{.name = "doctor", .about = "…", .order = 2,
//                                    .attach = [](CLI::App& command) -> std::function<int()> {
//     auto options = std::make_shared<Options>();
//     command.add_option("--snapshot", options->snapshot, "…");
//     return [options] { return run_it(*options); };
//   }}};
//
// Options are strings, lists of strings and flags; what they mean is parsed inside the verb, which
// throws InputError (exit 2) for what cannot be used.
#pragma once

#include <functional>
#include <string>

#include "harness/base/registry.h"
#include "harness/cli/exit_status.h"

namespace CLI {
class App;
}

namespace gpuproof {

struct Verb {
  std::string name;
  std::string about;
  int order = 100;      // place in --help
  bool hidden = false;  // worker, telemetry: not for users
  // Adds its options to the command; the result runs after parsing and returns the exit code.
  std::function<int()> (*attach)(CLI::App& command) = nullptr;
};

// "0.1.0"
std::string tool_version();

}  // namespace gpuproof
