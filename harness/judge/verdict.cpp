// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/judge/verdict.h"

#include <algorithm>

#include "harness/judge/judge.h"

namespace gpuproof {

bool rejects(const Item& item) {
  return item.required != Required::no && item.outcome == Outcome::fail;
}

bool leaves_open(const Item& item) {
  const bool answered = item.outcome == Outcome::pass || item.outcome == Outcome::warn;
  switch (item.required) {
    case Required::no:
      return false;
    case Required::yes:
      return !(answered ||
               (item.outcome == Outcome::skip && item.skip == SkipKind::not_applicable));
    case Required::if_observable:
      break;
  }
  // What was deselected is a gap like any other: acceptance speaks for the whole suite.
  if (item.outcome == Outcome::skip) return item.skip == SkipKind::not_selected;
  return item.outcome == Outcome::error || item.outcome == Outcome::inconclusive;
}

// Rejection first, then whatever is unknown, and acceptance only when nothing speaks against it.
Verdict run_verdict(const VerdictInput& input) {
  const auto& items = input.items;
  if (std::any_of(items.begin(), items.end(), rejects)) return Verdict::rejected;
  const bool closed = !items.empty() && input.gpu_count_known && input.every_subject_judged &&
                      std::none_of(items.begin(), items.end(), leaves_open);
  return closed ? Verdict::accepted : Verdict::incomplete;
}

}  // namespace gpuproof
