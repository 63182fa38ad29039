// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// gpuproof demo: a run on the virtual GPU, stamped SIMULATED. It shows what a report looks like and
// how a fault would be named; no number of it was measured on hardware.
#include <fmt/core.h>
#include <stdlib.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <memory>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/cli/build_info.h"
#include "harness/cli/demo_scenario.h"
#include "harness/cli/run_flow.h"
#include "harness/cli/verb.h"

namespace gpuproof {
namespace {

struct DemoOptions {
  std::string scenario = "h100x1", suite = "quick", out;
  double deadline_scale = 20;  // kernels run on CPU cores: real time goes far beyond virtual time
  bool dry_run = false;
};

// What the virtual GPU keeps from one process of the run to the next.
class StateFile {
 public:
  StateFile() {
    const FileHandle made(::mkstemp(name_.data()));
    if (!made) throw SystemError("cannot make " + name_, errno);
  }
  ~StateFile() { ::unlink(name_.c_str()); }
  StateFile(const StateFile&) = delete;
  StateFile& operator=(const StateFile&) = delete;
  const std::string& name() const { return name_; }

 private:
  std::string name_ = (fs::temp_directory_path() / "gpuproof-demo-XXXXXX").string();
};

void set_variable(const char* name, const std::string& value) {
  if (::setenv(name, value.c_str(), 1) != 0)
    throw SystemError("cannot set " + std::string(name), errno);
}

// For the processes of the run; this one loads no library.
void set_environment(const VirtualGpuPlace& place, const DemoScenario& scenario,
                     const StateFile& state) {
  const char* before = ::getenv("LD_LIBRARY_PATH");
  const std::string libraries = place.libraries.string();
  set_variable("LD_LIBRARY_PATH", before && *before ? libraries + ":" + before : libraries);
  set_variable("VGPU_SCENARIO", scenario.folder.string());
  set_variable("VGPU_STATE", state.name());
  ::unsetenv("CUDA_VISIBLE_DEVICES");  // it speaks of this machine's GPUs
}

RunOptions run_options(const DemoOptions& options, const VirtualGpuPlace& place,
                       const DemoScenario& scenario) {
  RunOptions run;
  run.suite = options.suite;
  run.out = options.out;
  run.sysroot = scenario.machine.string();
  run.library_path = place.libraries.string();
  run.expect = {fmt::format("gpus={}", scenario.gpus)};
  run.tags = {"scenario=" + scenario.name};
  run.deadline_scale = options.deadline_scale;
  run.dry_run = options.dry_run;
  run.build = this_build();
  return run;
}

void announce(const DemoScenario& scenario) {
  const auto text =
      fmt::format("SIMULATED: scenario {} ({} GPU{}){}; nothing here is measured on hardware\n",
                  scenario.name, scenario.gpus, scenario.gpus == 1 ? "" : "s",
                  scenario.about.empty() ? "" : ": " + scenario.about);
  std::fputs(text.c_str(), stderr);
}

int demonstrate(const DemoOptions& options) {
  const auto place = find_virtual_gpu(fs::read_symlink("/proc/self/exe").parent_path());
  const auto scenario = find_scenario(place.scenarios, options.scenario);
  const StateFile state;
  set_environment(place, scenario, state);
  announce(scenario);
  return run_new(run_options(options, place, scenario));
}

std::function<int()> attach(CLI::App& command) {
  auto options = std::make_shared<DemoOptions>();
  command.add_option("scenario", options->scenario, "name of a scenario, or the folder of one")
      ->capture_default_str();
  command.add_option("--suite", options->suite, "quick, standard or full")->capture_default_str();
  command.add_option("--out", options->out,
                     "folder of the run, new (default ./gpuproof-<host>-<time>)");
  command.add_flag("--dry-run", options->dry_run, "print the plan and end");
  command.add_option("--deadline-scale", options->deadline_scale)->group("");
  return [options] { return demonstrate(*options); };
}

const Register<Verb> registered{{.name = "demo",
                                 .about = "a run on the virtual GPU (SIMULATED), to see a report",
                                 .order = 65,
                                 .attach = attach}};

}  // namespace
}  // namespace gpuproof
