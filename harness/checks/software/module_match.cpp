// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Version of the loaded NVIDIA module against the driver's library, all parts of it.
#include <fmt/core.h>

#include "harness/checks/check.h"
#include "harness/checks/gpu/driver_state.h"

namespace gpuproof {
namespace {

void module_match(CheckContext& c) {
  const auto& module = c.now.software.nvidia_module_version;
  const auto library = driver_library_version(c.now);
  if (module.is_absent()) return;  // not loaded: gpu/driver speaks where there is a GPU
  if (!c.readable(module, c.machine())) return;
  if (!c.readable(library, c.machine(), "the driver's library is not installed")) return;
  Finding f{.observed = fmt::format("module {}, library {}", *module, *library),
            .expected = "one version",
            .who = Who::admin};
  switch (compare_versions(*module, *library)) {
    case VersionMatch::equal:
      return c.pass(c.machine(), std::move(f));
    case VersionMatch::open:
      f.observed += " (the library names only part of its version)";
      return c.skip(SkipKind::not_observable, c.machine(), std::move(f));
    case VersionMatch::differ:
      break;
  }
  // error, as of gpu/driver: no statement about the hardware can be made.
  if (const auto fault = driver_fault(c.now)) f.cause = fault->cause;
  f.remedy = "reboot or reload the module; hold the driver packages against upgrades by night";
  c.error(c.machine(), std::move(f));
}

const Register<Check> registered{{.name = "software/module_match",
                                  .about = "Versions of NVIDIA module and library",
                                  .why =
                                      "After an upgrade without a restart no new program can use "
                                      "the GPUs.",
                                  .run = module_match}};

}  // namespace
}  // namespace gpuproof
