// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// ACS redirect on the bridges above GPUs: it sends copies between GPUs up to the root.
#include <fmt/core.h>

#include <map>

#include "harness/base/text.h"
#include "harness/checks/pcie/endpoints.h"

namespace gpuproof {
namespace {

struct Bridges {
  std::vector<std::string> redirecting;
  int known = 0, unreadable = 0;
  std::string why;
};

Bridges bridges_above_gpus(const CheckContext& c, const std::vector<LinkEnd>& gpus) {
  std::map<std::string, const PciDevice*> ports;
  for (const auto& gpu : gpus)
    if (gpu.device)
      for (const auto* port : ports_above(c.now, *gpu.device)) ports[port->address] = port;
  Bridges bridges;
  for (const auto& [address, port] : ports) {
    if (port->acs_redirect.is_unreadable())
      ++bridges.unreadable, bridges.why = port->acs_redirect.why();
    if (!port->acs_redirect) continue;
    ++bridges.known;
    if (*port->acs_redirect) bridges.redirecting.push_back(address);
  }
  return bridges;
}

bool has_peers(const CheckContext& c, std::size_t gpus) {
  return gpus > 1 || (c.now.network.rdma && !c.now.network.rdma->empty());
}

void acs(CheckContext& c) {
  if (!bus_readable(c)) return;
  const auto gpus = gpu_ends(c);
  if (gpus.empty()) return;
  const auto bridges = bridges_above_gpus(c, gpus);
  if (bridges.known == 0 && bridges.unreadable > 0)
    return c.skip(
        SkipKind::not_observable, c.machine(),
        {.observed = "cannot be read: " + bridges.why, .remedy = "run as root", .who = Who::user});
  if (bridges.redirecting.empty())
    return c.pass(c.machine(), {.observed = "no bridge above a GPU redirects requests"});
  Finding f{.observed = "redirect is on at " + join(bridges.redirecting, ", "),
            .expected = "off on the path between GPUs",
            .cause =
                "ACS request or completion redirect sends peer traffic up to the root: copies "
                "between GPUs become slow and collectives may hang",
            .remedy =
                "clear ACS redirect on those bridges (setpci) or turn ACS off in the BIOS; "
                "keep it where GPUs go to virtual machines",
            .who = Who::admin};
  if (c.judge_setting(c.machine(), "on", f)) return;
  if (!has_peers(c, gpus.size())) {
    f.expected.clear(), f.cause.clear();
    f.evidence.push_back("a single GPU without RDMA has no peer that this would slow down");
    return c.pass(c.machine(), std::move(f));
  }
  c.warn(c.machine(), std::move(f));
}

const Register<Check> registered{{.name = "pcie/acs",
                                  .about = "ACS redirect above the GPUs",
                                  .why = "It is the most common reason why copies between GPUs "
                                         "crawl or collectives hang on workstations.",
                                  .run = acs}};

}  // namespace
}  // namespace gpuproof
