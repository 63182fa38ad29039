// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// gpuproof worker: hidden; started by the supervisor.
#include "harness/run/worker.h"

#include "harness/cli/verb.h"

namespace gpuproof {
namespace {

const Register<Verb> registered{
    {.name = "worker",
     .about = "run benchmarks for the supervisor",
     .hidden = true,
     .attach = [](CLI::App&) -> std::function<int()> { return worker_main; }}};

}  // namespace
}  // namespace gpuproof
