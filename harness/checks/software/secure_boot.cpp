// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Secure boot: whether it refused the NVIDIA module.
#include "harness/checks/check.h"
#include "harness/checks/gpu/driver_state.h"

namespace gpuproof {
namespace {

void secure_boot(CheckContext& c) {
  if (nvidia_gpus(c.now).empty()) return;
  const auto refused =
      log_lines_with(c.now, {"Key was rejected by service", "Loading of unsigned module",
                             "unsigned module loading is restricted"});
  const auto loaded = nvidia_module_loaded(c.now);
  Finding f{.expected = "off, or a signed module", .who = Who::admin, .evidence = refused};
  if (!refused.empty() && loaded != true) {
    f.observed = "a module was refused";
    f.cause = "the module is not signed with a key that secure boot knows";
    f.remedy = "enrol the module's key (mokutil --import) or use the distribution's signed module";
    return c.error(c.machine(), std::move(f));
  }
  if (!c.readable(c.now.kernel.secure_boot, c.machine(), "this firmware has no secure boot"))
    return;
  f.observed = *c.now.kernel.secure_boot ? "on" : "off";
  if (*c.now.kernel.secure_boot && loaded == true) f.observed += ", and the module is loaded";
  c.pass(c.machine(), std::move(f));
}

const Register<Check> registered{{.name = "software/secure_boot",
                                  .about = "Secure boot and the NVIDIA module",
                                  .why = "A module without a known signature installs without "
                                         "complaint and is then refused at load.",
                                  .run = secure_boot}};

}  // namespace
}  // namespace gpuproof
