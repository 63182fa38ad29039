// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The data that the linter compares with, and peaks from the facts of a profile.
#include <stdexcept>

#include "data_files.h"
#include "harness/expect/lint.h"
#include "harness/facts/pci_link.h"

namespace gpuproof {
namespace {

template <class T>
T embedded_data(std::string_view wanted) {
  for (const auto& [name, text] : embedded::data_files)
    if (name == wanted) return decode_text<T>(text, std::string(name));
  throw std::logic_error(std::string(wanted) + " is not in this binary");
}

std::optional<double> fact(const Profile& profile, const std::string& name) {
  const auto found = profile.facts.find(name);
  return found == profile.facts.end() ? std::nullopt : std::optional(found->second);
}

// Two transfers per clock, over the width of the bus.
std::optional<double> memory_gbs(const Profile& profile) {
  const auto mhz = fact(profile, "mem_mhz"), bits = fact(profile, "bus_bits");
  return mhz && bits ? std::optional(2 * *mhz * *bits / 8 / 1000) : std::nullopt;
}

std::optional<double> link_peak(const Profile& profile) {
  const auto gts = fact(profile, "link_gts"), width = fact(profile, "link_width");
  return gts && width ? std::optional(link_gbs(*gts, static_cast<int>(*width))) : std::nullopt;
}

}  // namespace

const Sanity& shipped_sanity() {
  static const auto sanity = embedded_data<Sanity>("sanity.json");
  return sanity;
}

const GuideValues& shipped_guide_values() {
  static const auto values = embedded_data<GuideValues>("guide-values.json");
  return values;
}

std::optional<double> peak_of(const Profile& profile, const SanityMetric& row,
                              const std::string& dtype) {
  if (!row.peak) return std::nullopt;
  auto name = *row.peak;
  if (const auto at = name.find("{dtype}"); at != std::string::npos) name.replace(at, 7, dtype);
  if (const auto given = fact(profile, name)) return given;
  if (name == "memory_gbs") return memory_gbs(profile);
  if (name == "link_gbs") return link_peak(profile);
  return std::nullopt;
}

}  // namespace gpuproof
