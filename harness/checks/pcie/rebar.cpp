// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Size of each GPU's memory window (BAR 1) against what resizable BAR offers.
#include <fmt/core.h>

#include "harness/base/units.h"
#include "harness/checks/pcie/endpoints.h"

namespace gpuproof {
namespace {

void judge(CheckContext& c, const LinkEnd& end) {
  auto bar = end.device ? end.device->bar1_bytes : Fact<std::uint64_t>();
  if (!bar && end.gpu && end.gpu->bar1_bytes) bar = end.gpu->bar1_bytes;
  if (!c.readable(bar, end.subject, "no memory window is exposed here", end.labels)) return;
  Finding f{.observed = bytes_text(*bar),
            .remedy = "turn on 'Above 4G decoding' and 'Resizable BAR' in the BIOS",
            .who = Who::admin,
            .labels = end.labels};
  if (*bar == 0) {
    f.observed = "BAR 1 has no address";
    f.expected = "a memory window";
    f.cause = "the firmware found no room for it";
    return c.fail(end.subject, std::move(f));
  }
  if (c.judge_setting(end.subject, std::to_string(*bar / MiB), f)) return;
  const auto offered = end.device ? end.device->rebar_max_bytes : Fact<std::uint64_t>();
  if (offered && *bar < *offered) {
    f.expected = bytes_text(*offered);
    f.cause =
        "the window shows part of the memory: copies between GPUs and from drives go a "
        "longer way";
    return c.warn(end.subject, std::move(f));
  }
  c.pass(end.subject, std::move(f));
}

void rebar(CheckContext& c) {
  if (!bus_readable(c)) return;
  for (const auto& end : gpu_ends(c)) judge(c, end);
}

const Register<Check> registered{
    {.name = "pcie/rebar",
     .about = "Memory window of the GPU (BAR 1, resizable BAR)",
     .why = "With a small window other devices cannot reach the whole GPU memory.",
     .run = rebar}};

}  // namespace
}  // namespace gpuproof
