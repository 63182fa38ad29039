// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// State and rate of every RDMA port.
#include <fmt/core.h>

#include <algorithm>

#include "harness/base/text.h"
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

std::string label_of(const RdmaPort& port) {
  return port.port == 1 ? port.device : fmt::format("{}:{}", port.device, port.port);
}

const RdmaPort* same_port(const Snapshot* before, const RdmaPort& port) {
  if (before && before->network.rdma)
    for (const auto& earlier : *before->network.rdma)
      if (earlier.device == port.device && earlier.port == port.port) return &earlier;
  return nullptr;
}

double best_rate(const std::vector<RdmaPort>& ports, const RdmaPort& port) {
  double best = 0;
  for (const auto& other : ports)
    if (other.link_layer.value_or("") == port.link_layer.value_or("") && other.state.is("ACTIVE"))
      best = std::max(best, other.rate_gbps.value_or(0));
  return best;
}

// Kernels print a rate they do not know as the slowest one.
bool is_unknown_rate(const RdmaPort& port) { return contains(port.rate.value_or(""), "SDR"); }

void judge_rate(CheckContext& c, const RdmaPort& port, const Subject& subject, Finding f) {
  f.observed = port.rate.value_or("rate not told");
  if (!port.rate_gbps || is_unknown_rate(port)) {
    f.observed += ": the kernel does not know this rate";
    return c.skip(SkipKind::not_observable, subject, f);
  }
  const auto* before = same_port(c.input.before, port);
  const double earlier = before ? before->rate_gbps.value_or(0) : 0;
  if (*port.rate_gbps < earlier) {
    f.expected = fmt::format("{:.0f} Gb/s as before", earlier);
    return c.fail(subject, f);
  }
  if (c.judge_setting(subject, fmt::format("{:.0f} Gb/s", *port.rate_gbps), f)) return;
  const double best = best_rate(*c.now.network.rdma, port);
  f.expected = fmt::format("{:.0f} Gb/s as the fastest port of this machine", best);
  c.advise(subject, *port.rate_gbps >= best, f);
}

void judge_port(CheckContext& c, const RdmaPort& port) {
  const Subject subject{
      .kind = "RDMA port", .place = label_of(port), .pci_address = port.pci_address.value_or("")};
  Finding f{.remedy = "look at the cable, the transceiver and the port of the switch",
            .who = Who::admin,
            .labels = {{"nic", label_of(port)}}};
  if (!c.readable(port.state, subject, "", f.labels)) return;
  if (*port.state == "ACTIVE") return judge_rate(c, port, subject, f);
  f.observed = *port.state;
  if (port.physical_state) f.observed += ", " + *port.physical_state;
  const auto* before = same_port(c.input.before, port);
  const bool was_active = before && before->state.is("ACTIVE");
  const bool has_link = port.physical_state.is("LinkUp");
  f.expected = "ACTIVE";
  if (has_link) {
    f.cause = "the link is there, but no subnet manager has configured the port";
    f.remedy = "start a subnet manager (opensm, or on the switch)";
  }
  if (was_active || has_link) return c.fail(subject, f);
  f.observed += ": not connected";
  c.warn(subject, f);
}

void rdma(CheckContext& c) {
  const auto& ports = c.now.network.rdma;
  if (!c.readable(ports, c.machine())) return;
  if (ports->empty())
    return c.skip(SkipKind::not_applicable, c.machine(), {.observed = "no RDMA adapter"});
  for (const auto& port : *ports) judge_port(c, port);
}

const Register<Check> registered{{.name = "network/rdma",
                                  .about = "RDMA state and rate",
                                  .why = "Jobs over several machines send through it; one slow or "
                                         "inactive port holds back all of them.",
                                  .run = rdma}};

}  // namespace
}  // namespace gpuproof
