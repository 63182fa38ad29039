// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// MTU of every physical network adapter.
#include "harness/checks/check.h"
#include "harness/checks/network/adapters.h"

namespace gpuproof {
namespace {

void judge_adapter(CheckContext& c, const NetworkLink& link) {
  Finding f{.who = Who::admin, .labels = {{"nic", link.name}}};
  if (!c.readable(link.mtu, subject_of(link), "", f.labels)) return;
  f.observed = std::to_string(*link.mtu);
  f.remedy = "set the same MTU on all machines and on the switch";
  if (c.judge_setting(subject_of(link), f.observed, f)) return;
  if (*link.mtu < 1500) {
    f.expected = "at least 1500";
    return c.warn(subject_of(link), f);
  }
  c.show(subject_of(link), f);
}

void mtu(CheckContext& c) {
  if (!has_adapters(c)) return;
  for (const auto* adapter : adapters(c.now)) judge_adapter(c, *adapter);
}

const Register<Check> registered{{.name = "network/mtu",
                                  .about = "Frame size (MTU)",
                                  .why = "Large frames spare the processor on fast links; a "
                                         "machine with another size than its peers stalls.",
                                  .run = mtu}};

}  // namespace
}  // namespace gpuproof
