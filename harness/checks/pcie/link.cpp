// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether each PCIe link is up, with speed and width as they are now: the summary of a link.
#include <fmt/core.h>

#include "harness/checks/pcie/endpoints.h"

namespace gpuproof {
namespace {

std::string limits_text(const CheckContext& c, const LinkEnd& end) {
  const auto width = width_limit(c, end), generation = generation_limit(end);
  return fmt::format("up to Gen{} x{}",
                     generation ? std::to_string(static_cast<int>(generation->value)) : "?",
                     width ? std::to_string(static_cast<int>(width->value)) : "?");
}

void judge(CheckContext& c, const LinkEnd& end) {
  Finding f{.expected = "a link that is up", .labels = end.labels};
  if (!end.device || !end.device->width)
    return static_cast<void>(
        end.device
            ? c.readable(end.device->width, end.subject, "no PCIe link is exposed here", end.labels)
            : c.readable(Fact<int>(), end.subject, "no PCIe link is exposed here", end.labels));
  const auto& device = *end.device;
  f.observed =
      fmt::format("{} now, {}", link_text(device.speed_gts, device.width), limits_text(c, end));
  if (device.config_all_ones.is(true)) {
    f.observed = "the device does not answer; its link files hold no meaning";
    f.remedy = "see gpu/inventory or storage: the device is lost";
    f.who = Who::builder;
    return c.error(end.subject, std::move(f));
  }
  if (*device.width == 0) {
    f.observed = "the link is down";
    f.remedy = "reseat the card, then try another slot";
    f.who = Who::builder;
    return c.fail(end.subject, std::move(f));
  }
  if (!is_lane_count(*device.width)) {
    f.observed = fmt::format("{} is no lane count", *device.width);
    return c.error(end.subject, std::move(f));
  }
  c.pass(end.subject, std::move(f));
}

void link(CheckContext& c) {
  if (!bus_readable(c)) return;
  const auto ends = link_ends(c);
  if (ends.empty())
    c.skip(SkipKind::not_applicable, c.machine(),
           {.observed = "no GPU, NVMe drive or network card with a PCIe link"});
  for (const auto& end : ends) judge(c, end);
}

const Register<Check> registered{{.name = "pcie/link",
                                  .about = "PCIe link",
                                  .why = "Everything a device gets and gives passes this link.",
                                  .run = link}};

}  // namespace
}  // namespace gpuproof
