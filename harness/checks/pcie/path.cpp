// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The narrowest link between a device and the processor: walks the ports above, and reads the
// kernel's own line about it.
#include <fmt/core.h>

#include <algorithm>

#include "harness/checks/pcie/endpoints.h"
#include "harness/facts/log_events.h"

namespace gpuproof {
namespace {

struct Bottleneck {
  double gbs = 0;
  std::string port, text;
  bool could_be_faster = false;  // the port itself offers more
};

double rate_of(const Fact<double>& gts, const Fact<int>& width) {
  return gts && width && pcie_generation(*gts) && is_lane_count(*width) ? link_gbs(*gts, *width)
                                                                        : 0;
}

// Links above the device's own. A switch reports at its upstream port the link to the port above;
// a root or downstream port reports the link below it: both name the same link once.
std::optional<Bottleneck> narrowest_above(const CheckContext& c, const LinkEnd& end) {
  std::optional<Bottleneck> least;
  if (!end.device) return least;
  const auto ports = ports_above(c.now, *end.device);
  for (std::size_t i = 1; i < ports.size(); ++i) {
    const auto& port = *ports[i];
    const double rate = rate_of(port.speed_gts, port.width);
    if (rate <= 0 || (least && rate >= least->gbs)) continue;
    least = Bottleneck{rate, port.address, link_text(port.speed_gts, port.width),
                       rate_of(port.max_speed_gts, port.max_width) > rate * 1.01};
  }
  return least;
}

// The port below the device's potential: what limits, where neither end of the own link does.
std::optional<Bottleneck> own_port(const LinkEnd& end) {
  if (!end.port || !end.device) return std::nullopt;
  const double port = rate_of(end.port->max_speed_gts, end.port->max_width);
  const double card = rate_of(end.device->max_speed_gts, end.device->max_width);
  if (!(port > 0) || !(card > port * 1.01)) return std::nullopt;
  return Bottleneck{port, end.port->address,
                    link_text(end.port->max_speed_gts, end.port->max_width), false};
}

struct LogLimit {
  BandwidthEvent event;
  std::string line;
};

std::optional<LogLimit> logged_limit(const CheckContext& c, const std::string& address) {
  std::optional<LogLimit> last;
  if (!c.now.kernel_log) return last;
  for (const auto& line : c.now.kernel_log->lines)
    if (auto event = line.earlier_boot ? std::nullopt : parse_bandwidth(line.text);
        event && event->device == address)
      last = LogLimit{*event, line.text};
  return last && !last->event.limited_at.empty() ? last : std::nullopt;
}

void report(CheckContext& c, const LinkEnd& end, const Bottleneck& limit, double card_gbs,
            std::vector<std::string> evidence) {
  Finding f{.observed = fmt::format("limited to {:.1f} GB/s by the {} link at port {}", limit.gbs,
                                    limit.text, limit.port),
            .expected = card_gbs > 0 ? fmt::format("{:.1f} GB/s, as the device can do", card_gbs)
                                     : "a path as fast as the device",
            .who = Who::builder,
            .evidence = std::move(evidence),
            .labels = end.labels};
  f.cause = limit.could_be_faster ? "that port itself offers more: its link did not train up"
                                  : "that port offers no more";
  f.remedy = limit.could_be_faster
                 ? "reseat what sits at that port (riser, switch board), update the BIOS"
                 : "use a slot with the generation and lanes of the device, or accept it in the "
                   "profile";
  if (c.judge_setting(end.subject, fmt::format("{:.1f}", limit.gbs), f)) return;
  c.warn(end.subject, std::move(f));
}

void judge(CheckContext& c, const LinkEnd& end) {
  const double card = end.device ? rate_of(end.device->max_speed_gts, end.device->max_width) : 0;
  const double own = potential_gbs(end);
  const auto above = narrowest_above(c, end);
  const auto logged = logged_limit(c, end.address);
  std::vector<std::string> evidence;
  if (logged) evidence.push_back(logged->line);
  if (above && own > 0 && above->gbs < own * 0.99)
    return report(c, end, *above, card, std::move(evidence));
  if (const auto port = own_port(end); port && (logged || !end.is_gpu || !c.is_virtual()))
    return report(c, end, *port, card, std::move(evidence));
  if (logged && !(own > 0 && logged->event.available_gbs >= own * 0.98))
    return report(c, end,
                  {logged->event.available_gbs, logged->event.limited_at,
                   link_text(logged->event.limited_gts, logged->event.limited_width), false},
                  logged->event.capable_gbs, std::move(evidence));
  if (own <= 0) return;  // nothing to compare with: pcie/link says that no link is exposed
  c.pass(end.subject, {.observed = fmt::format("nothing above limits its {:.1f} GB/s", own),
                       .labels = end.labels});
}

void path(CheckContext& c) {
  if (!bus_readable(c)) return;
  const auto ends = link_ends(c);
  if (ends.empty()) return;
  if (c.is_virtual())
    return c.skip(SkipKind::not_observable, c.machine(),
                  {.observed = "a guest sees emulated ports, not the ones above its devices"});
  for (const auto& end : ends) judge(c, end);
}

const Register<Check> registered{{.name = "pcie/path",
                                  .about = "PCIe path to the processor",
                                  .why = "A fast card behind a narrow port or switch is a slow "
                                         "card, whatever its own link says.",
                                  .run = path}};

}  // namespace
}  // namespace gpuproof
