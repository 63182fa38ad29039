// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Display servers that run beside the computing.
#include "harness/base/text.h"
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void display_server(CheckContext& c) {
  const auto& servers = c.now.platform.display_servers;
  if (!c.readable(servers, c.machine())) return;
  const bool matters = !nvidia_gpus(c.now).empty();
  Finding f{.observed = servers->empty() ? "none" : join(*servers, ", "),
            .expected = "none on a machine that computes on its GPUs",
            .remedy =
                "systemctl set-default multi-user.target, or move the desktop to other "
                "graphics",
            .who = Who::admin};
  if (c.now.platform.default_target)
    f.evidence.push_back("default target: " + *c.now.platform.default_target);
  c.advise(c.machine(), servers->empty() || !matters, f);
}

const Register<Check> registered{
    {.name = "host/display_server",
     .about = "Display server",
     .why = "A desktop takes memory and time of the GPU it runs on, and stops long kernels on it.",
     .run = display_server}};

}  // namespace
}  // namespace gpuproof
