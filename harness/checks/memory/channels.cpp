// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Channels that hold modules, evenly, as the slot labels tell them.
#include <fmt/core.h>

#include <map>
#include <set>

#include "harness/base/text.h"
#include "harness/checks/check.h"
#include "harness/facts/memory_channel.h"

namespace gpuproof {
namespace {

using Channels = std::map<std::string, std::vector<const Dimm*>>;

std::uint64_t bytes_on(const std::vector<const Dimm*>& slots) {
  std::uint64_t sum = 0;
  for (const auto* slot : slots) sum += slot->bytes.value_or(1);  // unknown: not nothing
  return sum;
}

std::vector<std::string> labels_of(const std::vector<const Dimm*>& slots) {
  std::vector<std::string> labels;
  for (const auto* slot : slots) labels.push_back(slot->locator);
  return labels;
}

// Locators of the slots on channels that hold nothing.
std::vector<std::string> free_slots(const Channels& channels) {
  std::vector<std::string> free;
  for (const auto& [name, slots] : channels)
    if (bytes_on(slots) == 0) free.push_back(join(labels_of(slots), " or "));
  return free;
}

bool is_even(const Channels& channels) {
  std::set<std::uint64_t> sizes;
  for (const auto& [name, slots] : channels)
    if (const auto bytes = bytes_on(slots); bytes > 0) sizes.insert(bytes);
  return sizes.size() <= 1;
}

void judge(CheckContext& c, const Channels& channels) {
  const auto free = free_slots(channels);
  const auto used = channels.size() - free.size();
  Finding f{.observed = std::to_string(used), .who = Who::builder};
  f.evidence.push_back(fmt::format("{} channels by their slot labels", channels.size()));
  if (!free.empty()) {
    f.expected = fmt::format("{}, all that the slots give", channels.size());
    f.remedy = "move or add modules so that these slots are filled: " + join(free, ", ");
  } else if (!is_even(channels)) {
    f.expected = "the same size on each channel";
    f.remedy = "spread the modules evenly: part of the memory runs on fewer channels";
  }
  if (f.expected == "the same size on each channel") f.observed += ", of different sizes";
  c.advise(c.machine(), f.expected.empty(), f);
}

void channels(CheckContext& c) {
  if (!c.readable(c.now.smbios, c.machine(), "the firmware lists no memory modules")) return;
  if (modules(*c.now.smbios).empty())
    return c.skip(SkipKind::not_observable, c.machine(),
                  {.observed = "the firmware lists no memory modules"});
  const auto by_channel = channels_of(*c.now.smbios);
  if (!by_channel)
    return c.skip(SkipKind::not_observable, c.machine(),
                  {.observed = "the slot labels do not tell which channel a module is on"});
  judge(c, *by_channel);
}

const Register<Check> registered{
    {.name = "memory/channels",
     .about = "Memory channels in use",
     .why =
         "Each channel adds its bandwidth: with half of them empty, host copies run at half speed.",
     .run = channels}};

}  // namespace
}  // namespace gpuproof
