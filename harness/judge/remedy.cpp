// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What to do about a slow metric, by family.
#include "harness/judge/metric.h"

namespace gpuproof {
namespace {

struct Row {
  std::string_view glob, text;
  Who who;
};

// The first match speaks, so finer globs stand first.
constexpr Row rows[] = {
    {"storage/*",
     "Check the drive's link, its temperature and how full it is, then compare with another drive.",
     Who::builder},
    {"host/gemm",
     "Check that all cores run at their rated clock and that nothing else uses the machine.",
     Who::admin},
    {"host/fma",
     "Check that all cores run at their rated clock and that nothing else uses the machine.",
     Who::admin},
    {"host/*",
     "Check that every memory channel holds a module and that all run at their rated speed.",
     Who::builder},
    {"transfer/*", "Check width and speed of the link under load, then reseat the card.",
     Who::builder},
    {"peer/*", "Check the links between the cards and what the board puts between them.",
     Who::builder},
    {"collective/*", "Check the links between the cards, then the version of the library.",
     Who::admin},
    {"*", "Check power limit, clocks and temperature of the card, then compare with its siblings.",
     Who::builder},
};

}  // namespace

Remedy remedy_for(const Key& key) {
  for (const auto& row : rows)
    if (key.matches(row.glob)) return {std::string(row.text), row.who};
  return {};
}

}  // namespace gpuproof
