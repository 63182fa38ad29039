// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Switches whose devices together could use more than the link above them carries.
#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "harness/base/text.h"
#include "harness/checks/pcie/endpoints.h"

namespace gpuproof {
namespace {

struct Uplink {
  const PciDevice* port = nullptr;
  double gbs = 0, wanted_gbs = 0;
  std::vector<std::string> users;
  int gpus = 0;
};

// Above the port that an end is plugged into, upstream ports of switches and the ports they are
// plugged into take turns; both report the same link, so one of each pair is taken.
std::vector<const PciDevice*> uplinks_above(const CheckContext& c, const LinkEnd& end) {
  std::vector<const PciDevice*> found;
  if (!end.device) return found;
  const auto ports = ports_above(c.now, *end.device);
  for (std::size_t i = 1; i < ports.size(); i += 2) found.push_back(ports[i]);
  return found;
}

std::map<std::string, Uplink> uplinks(const CheckContext& c) {
  std::map<std::string, Uplink> found;
  for (const auto& end : link_ends(c)) {
    const double wanted = potential_gbs(end);
    if (!(wanted > 0)) continue;
    for (const auto* port : uplinks_above(c, end)) {
      if (!port->speed_gts || !port->width || !pcie_generation(*port->speed_gts) ||
          !is_lane_count(*port->width))
        continue;
      auto& uplink = found[port->address];
      uplink.port = port;
      uplink.gbs = link_gbs(*port->speed_gts, *port->width);
      uplink.wanted_gbs += wanted;
      uplink.users.push_back(end.subject.text());
      uplink.gpus += end.is_gpu;
    }
  }
  return found;
}

void judge(CheckContext& c, const Uplink& uplink) {
  const double ratio = uplink.wanted_gbs / uplink.gbs;
  Finding f{
      .observed = fmt::format("{:.1f} to 1: {} devices could use {:.0f} GB/s together, the {} "
                              "link above them carries {:.0f} GB/s",
                              ratio, uplink.users.size(), uplink.wanted_gbs,
                              link_text(uplink.port->speed_gts, uplink.port->width), uplink.gbs),
      .expected = "1 to 1, or what the profile says of this board",
      .cause = "the devices share one link upwards",
      .remedy =
          "put devices that work at the same time below different root ports, or write "
          "the ratio of this board into the profile (pcie/lane_budget)",
      .who = Who::builder,
      .evidence = uplink.users,
      .labels = {{"device", uplink.port->address}}};
  const auto subject = c.subject(*uplink.port);
  if (c.judge_setting(subject, fmt::format("{:.2f}", ratio), f)) return;
  if (ratio <= 1.05) {
    f.cause.clear();
    return c.pass(subject, std::move(f));
  }
  c.warn(subject, std::move(f));
}

void lane_budget(CheckContext& c) {
  if (!bus_readable(c) || c.is_virtual()) return;
  for (const auto& [address, uplink] : uplinks(c))
    if (uplink.users.size() > 1) judge(c, uplink);
}

const Register<Check> registered{{.name = "pcie/lane_budget",
                                  .about = "Lanes behind a PCIe switch",
                                  .why = "Each device alone reaches its rate, all at once they "
                                         "share one link: only then does it show.",
                                  .run = lane_budget}};

}  // namespace
}  // namespace gpuproof
