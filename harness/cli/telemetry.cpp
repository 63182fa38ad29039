// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// gpuproof telemetry: hidden; started by the supervisor.
#include "harness/run/telemetry.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "harness/cli/verb.h"
#include "harness/run/system_launcher.h"

namespace gpuproof {
namespace {

const Register<Verb> registered{{.name = "telemetry",
                                 .about = "read sensors for the supervisor",
                                 .hidden = true,
                                 .attach = [](CLI::App& command) -> std::function<int()> {
                                   auto file = std::make_shared<std::string>();
                                   command.add_option("file", *file, "telemetry.jsonl")->required();
                                   return [file] { return telemetry_main(*file, child_orders_fd,
                                                                 child_records_fd); };
                                 }}};

}  // namespace
}  // namespace gpuproof
