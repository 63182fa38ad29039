// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// One judged line of a report: a check or a metric on a subject.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/base/codec.h"
#include "harness/record/expectation.h"
#include "harness/record/outcome.h"

namespace gpuproof {

// Named as a person finds it: kind and place first, then model, serial, UUID and PCI address.
struct Subject {
  std::string kind;   // machine, GPU, DIMM, drive, NIC, port, CPU
  std::string place;  // slot or bay label, locator, device name
  std::string model, serial, uuid, pci_address;
  std::string text() const;  // "GPU in slot PCIE3 (RTX 4090, serial …, 0000:41:00.0)"
  friend bool operator==(const Subject&, const Subject&) = default;
};
template <class V>
void describe(V& v, Subject& x) {
  v("kind", x.kind);
  v.maybe("place", x.place);
  v.maybe("model", x.model);
  v.maybe("serial", x.serial);
  v.maybe("uuid", x.uuid);
  v.maybe("pci_address", x.pci_address);
}

// Median with its distribution-free 95 % interval over n samples.
struct Figure {
  double value = 0, low = 0, high = 0;
  int n = 0;
  std::string unit;
};
template <class V>
void describe(V& v, Figure& x) {
  v("value", x.value, "median");
  v("low", x.low, "lower end of the 95 % interval of the median");
  v("high", x.high);
  v("n", x.n, "samples");
  v("unit", x.unit);
}

struct JudgedExpectation {
  Expectation expectation;
  double floor = 0;  // in force for this suite
  double ratio = 0;  // measured / expected (lower is better: expected / measured)
  double margin = 0; // measured / floor - 1 in the good direction
};
template <class V>
void describe(V& v, JudgedExpectation& x) {
  v("expectation", x.expectation);
  v("floor", x.floor);
  v("ratio", x.ratio, "above 1 is better than expected");
  v("margin", x.margin, "distance to the floor, positive is good");
}

struct Waiver {
  std::string item, subject, reason, by, until;
};
template <class V>
void describe(V& v, Waiver& x) {
  v("item", x.item, "key, with * and ?");
  v("subject", x.subject, "slot, serial, UUID or PCI address; * for all");
  v("reason", x.reason);
  v("by", x.by);
  v("until", x.until, "YYYY-MM-DD, last day");
}

struct Item {
  std::string key;
  Subject subject;
  Outcome outcome = Outcome::error;
  SkipKind skip = SkipKind::none;
  Required required = Required::if_observable;
  std::string required_by;
  std::string finding;  // one sentence: part, what is wrong, what to do
  std::string observed, expected;
  std::optional<Figure> figure;
  std::optional<JudgedExpectation> judged;
  std::string why, cause, remedy;
  Who who = Who::nobody;
  std::vector<std::string> evidence;
  std::optional<Waiver> waiver;
  std::optional<Outcome> before_waiver;
};
template <class V>
void describe(V& v, Item& x) {
  v("key", x.key);
  v("subject", x.subject);
  v("outcome", x.outcome);
  v("skip", x.skip, "kind of skip; none otherwise");
  v("required", x.required);
  v("required_by", x.required_by, "profile, policy file or default policy");
  v("finding", x.finding, "one sentence: part, what is wrong, what to do");
  v("observed", x.observed);
  v("expected", x.expected);
  v("figure", x.figure);
  v("judged", x.judged);
  v("why", x.why, "why it matters");
  v("cause", x.cause);
  v("remedy", x.remedy);
  v("who", x.who, "who acts");
  v("evidence", x.evidence);
  v("waiver", x.waiver);
  v("before_waiver", x.before_waiver);
}

}  // namespace gpuproof
