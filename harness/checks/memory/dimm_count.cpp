// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Modules in their slots, against the profile and the earlier state.
#include <fmt/core.h>

#include <algorithm>

#include "harness/base/text.h"
#include "harness/checks/check.h"
#include "harness/facts/memory_channel.h"

namespace gpuproof {
namespace {

bool holds(const std::vector<const Dimm*>& dimms, const Dimm& wanted) {
  return std::any_of(dimms.begin(), dimms.end(), [&](const auto* dimm) {
    return dimm->locator == wanted.locator && dimm->bank == wanted.bank;
  });
}

std::vector<std::string> vanished(const SmbiosTables& before, const std::vector<const Dimm*>& now) {
  std::vector<std::string> gone;
  for (const auto* dimm : modules(before))
    if (!holds(now, *dimm))
      gone.push_back(fmt::format("{} ({}, serial {})", dimm->locator, dimm->part, dimm->serial));
  return gone;
}

void dimm_count(CheckContext& c) {
  if (!c.readable(c.now.smbios, c.machine(), "the firmware lists no memory modules")) return;
  const auto dimms = modules(*c.now.smbios);
  Finding f{.observed = std::to_string(dimms.size()),
            .remedy = "reseat or replace the missing module",
            .who = Who::builder};
  if (c.input.before && c.input.before->smbios) {
    const auto gone = vanished(*c.input.before->smbios, dimms);
    if (!gone.empty()) {
      f.expected = std::to_string(modules(*c.input.before->smbios).size()) + " as before";
      f.finding = fmt::format(
          "Memory modules are gone since the earlier state: {}; reseat or "
          "replace them.",
          join(gone, ", "));
      return c.fail(c.machine(), f);
    }
  }
  if (dimms.empty())
    return c.skip(SkipKind::not_observable, c.machine(),
                  {.observed = "the firmware lists no memory modules"});
  f.evidence.push_back(fmt::format("{} slots", c.now.smbios->dimms.size()));
  c.show(c.machine(), f);
}

const Register<Check> registered{{.name = "memory/dimm_count",
                                  .about = "Number of memory modules",
                                  .why = "A module that came loose or was left out costs size and "
                                         "bandwidth, and nothing else says so.",
                                  .run = dimm_count}};

}  // namespace
}  // namespace gpuproof
