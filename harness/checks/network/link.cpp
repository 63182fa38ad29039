// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// State and rate of every physical network adapter.
#include <fmt/core.h>

#include "harness/checks/check.h"
#include "harness/checks/network/adapters.h"

namespace gpuproof {
namespace {

bool is_up(const NetworkLink& link) { return link.state.is("up"); }

// Rate that the adapter's slot carries, in Mb/s; 0 where unknown.
double slot_mbps(CheckContext& c, const NetworkLink& link) {
  const auto* device = link.pci_address ? c.now.pci.find(*link.pci_address) : nullptr;
  if (!device || !device->speed_gts || !device->width) return 0;
  return link_gbs(*device->speed_gts, *device->width) * 8000;
}

void judge_rate(CheckContext& c, const NetworkLink& link, Finding f) {
  const auto subject = subject_of(link);
  const int rate = *link.speed_mbps;
  f.observed = fmt::format("{} Mb/s", rate);
  f.remedy = "replace the cable or transceiver, and look at the port of the switch";
  const auto* before = same_adapter(c.input.before, link);
  if (before && before->speed_mbps && rate < *before->speed_mbps) {
    f.expected = fmt::format("{} Mb/s as before", *before->speed_mbps);
    return c.fail(subject, f);
  }
  if (c.judge_setting(subject, f.observed, f)) return;
  const double slot = slot_mbps(c, link);
  if (slot > 0 && slot < rate) {
    f.expected = "a slot that carries the rate of the port";
    f.cause = fmt::format("its PCIe slot carries {:.0f} Mb/s", slot);
    f.remedy = "use a wider or newer slot";
    return c.warn(subject, f);
  }
  f.expected = "1000 Mb/s or more";
  c.advise(subject, rate >= 1000, f);
}

void judge_adapter(CheckContext& c, const NetworkLink& link) {
  Finding f{.who = Who::admin, .labels = {{"nic", link.name}}};
  if (!c.readable(link.state, subject_of(link), "", f.labels)) return;
  if (is_up(link)) {
    if (c.readable(link.speed_mbps, subject_of(link), "it tells no rate", f.labels))
      judge_rate(c, link, f);
    return;
  }
  f.observed = *link.state;
  const auto* before = same_adapter(c.input.before, link);
  if (before && is_up(*before)) {
    f.expected = "up as before";
    f.remedy = "look at the cable, the transceiver and the port of the switch";
    return c.fail(subject_of(link), f);
  }
  f.observed += ": not connected or not configured";
  c.skip(SkipKind::not_applicable, subject_of(link), f);
}

void link(CheckContext& c) {
  if (!has_adapters(c)) return;
  for (const auto* adapter : adapters(c.now)) judge_adapter(c, *adapter);
}

const Register<Check> registered{
    {.name = "network/link",
     .about = "Link state and rate",
     .why = "A bad cable or port drops the rate to a fraction, and data sets arrive at that speed.",
     .run = link}};

}  // namespace
}  // namespace gpuproof
