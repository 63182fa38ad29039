// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether all modules are of one part number, size and rank.
#include <fmt/core.h>

#include <map>

#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/checks/check.h"
#include "harness/facts/memory_channel.h"

namespace gpuproof {
namespace {

std::string kind_of(const Dimm& dimm) {
  std::vector<std::string> words;
  for (const auto& word : {dimm.manufacturer, dimm.part, dimm.type, dimm.bytes ? bytes_text(*dimm.bytes) : std::string()})
    if (!trim(word).empty()) words.emplace_back(trim(word));
  if (dimm.rank) words.push_back(fmt::format("rank {}", *dimm.rank));
  return join(words, " ");
}

void mixed(CheckContext& c) {
  if (!c.readable(c.now.smbios, c.machine(), "the firmware lists no memory modules")) return;
  std::map<std::string, std::vector<std::string>> kinds;
  for (const auto* dimm : modules(*c.now.smbios)) kinds[kind_of(*dimm)].push_back(dimm->locator);
  if (kinds.empty())
    return c.skip(SkipKind::not_observable, c.machine(),
                  {.observed = "the firmware lists no memory modules"});
  Finding f{.observed = std::to_string(kinds.size()),
            .expected = "1",
            .remedy = "use modules of one part number",
            .who = Who::builder};
  for (const auto& [kind, slots] : kinds) f.evidence.push_back(kind + ": " + join(slots, ", "));
  c.advise(c.machine(), kinds.size() == 1, f);
}

const Register<Check> registered{
    {.name = "memory/mixed",
     .about = "Kinds of memory modules",
     .why =
         "Mixed modules run at the settings of the slowest, and spread unevenly over the channels.",
     .run = mixed}};

}  // namespace
}  // namespace gpuproof
