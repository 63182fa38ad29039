// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Bandwidth of main memory: populated channels x transfers per second x width, of which large streams
// reach about four fifths.
#include <fmt/core.h>

#include <algorithm>

#include "harness/base/text.h"
#include "harness/base/units.h"
#include "harness/expect/derive.h"
#include "harness/facts/memory_channel.h"

namespace gpuproof {
namespace {

// Well tuned streams reach 75 to 85 % of the theoretical rate (2 x EPYC 7601: 250 of 307 GB/s).
constexpr double efficiency = 0.8;
constexpr int usual_bits = 64;  // data bits of a channel of DIMMs; DDR5 splits them in two

struct Memory {
  int channels = 0, modules = 0;
  int mts = 0;  // slowest module: the controller runs all at its rate
  int bits = 0;  // data width of the narrowest
};

// Soldered memory has channels of 16 or 32 bits: without a stated width it cannot be guessed.
std::optional<int> data_bits(const Dimm& module) {
  if (module.data_width && *module.data_width > 0) return *module.data_width;
  return contains(module.type, "LPDDR") ? std::nullopt : std::optional(usual_bits);
}

std::optional<Memory> memory_of(const SmbiosTables& tables, std::string& why_not) {
  Memory memory;
  for (const auto* module : modules(tables)) {
    if (!module->configured_mts || *module->configured_mts <= 0) {
      why_not = "the firmware does not state the speed of " + module->locator;
      return std::nullopt;
    }
    const auto bits = data_bits(*module);
    if (!bits) {
      why_not = "the firmware does not state the width of " + module->locator;
      return std::nullopt;
    }
    memory.bits = memory.modules == 0 ? *bits : std::min(memory.bits, *bits);
    memory.mts = memory.modules++ == 0 ? *module->configured_mts
                                       : std::min(memory.mts, *module->configured_mts);
  }
  const auto channels = channels_of(tables);
  if (channels)
    for (const auto& [name, slots] : *channels)
      if (std::any_of(slots.begin(), slots.end(), [](auto* slot) { return slot->is_filled(); }))
        ++memory.channels;
  if (memory.channels == 0) {
    why_not = memory.modules ? "the slot labels do not tell the memory channels"
                             : "the firmware lists no memory modules";
    return std::nullopt;
  }
  return memory;
}

double peak_gbs(int channels, const Memory& memory) {
  return channels * memory.mts * (memory.bits / 8.0) / 1000;
}

Expectation expectation_of(const std::string& key, const Memory& memory) {
  Expectation e;
  e.key = key;
  e.value = efficiency * peak_gbs(memory.channels, memory);
  e.unit = "GB/s";
  e.floor_ratio = 0.75;
  // Labels may hide channels, never modules: no more than one channel each.
  e.ceiling = 1.02 * peak_gbs(memory.modules, memory);
  e.kind = ExpectationKind::derived;
  e.source = fmt::format(
      "{} channels x {} MT/s x {} bytes = {} GB/s (SMBIOS), of which streams "
      "reach 80 %: https://www.cs.virginia.edu/stream/",
      memory.channels, memory.mts, figure_text(memory.bits / 8.0),
      figure_text(peak_gbs(memory.channels, memory)));
  e.date = "2026-11-30";
  return e;
}

std::vector<Expectation> derive(const Snapshot& snapshot, std::vector<std::string>& why_not) {
  const auto no = [&](const std::string& why) {
    why_not.push_back("memory bandwidth: " + why);
    return std::vector<Expectation>{};
  };
  if (snapshot.platform.hypervisor) return no("a virtual machine shows no real modules");
  if (!snapshot.smbios)
    return no(snapshot.smbios.is_unreadable()
                  ? "the firmware tables cannot be read: " + snapshot.smbios.why()
                  : "this machine has no SMBIOS tables");
  std::string why;
  const auto memory = memory_of(*snapshot.smbios, why);
  if (!memory) return no(why);
  std::vector<Expectation> expectations;
  for (const auto* key : {"host/read", "host/copy", "host/triad"})
    expectations.push_back(expectation_of(key, *memory));
  return expectations;
}

const Register<Derivation> registered{{.name = "host_memory",
                                       .about = "host memory from its channels and their speed",
                                       .derive = derive}};

}  // namespace
}  // namespace gpuproof
