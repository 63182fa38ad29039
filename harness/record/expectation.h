// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// An expected figure of a metric, or an expected setting of a machine, with where it comes from.
#pragma once

#include <optional>
#include <string>

#include "harness/base/codec.h"
#include "harness/record/outcome.h"

namespace gpuproof {

enum class ExpectationKind { measured, learned, contract, derived, datasheet };
template <>
struct EnumNames<ExpectationKind> {
  static constexpr std::array<EnumRow<ExpectationKind>, 5> table{
      {{ExpectationKind::measured, "measured"},
       {ExpectationKind::learned, "learned"},
       {ExpectationKind::contract, "contract"},
       {ExpectationKind::derived, "derived"},
       {ExpectationKind::datasheet, "datasheet"}}};
};

struct Expectation {
  std::string key;  // matches every result whose labels include its own
  double value = 0;
  std::string unit;
  double floor_ratio = 0.9;  // the floor is value x ratio; for Better::lower, value / ratio
  std::optional<double> quick_floor_ratio;  // default floor_ratio - 0.05
  std::optional<double> ceiling;            // a higher rate is implausible: void
  std::optional<Required> required;         // default: DESIGN 4 by kind
  ExpectationKind kind = ExpectationKind::derived;
  std::string source, date;
  std::optional<std::string> stack, superseded_by, why, confidence;
  // Where it stands, `value` is a share of this limit, measured in the same run
  // (Measurement::reference): "host/fma" for host/gemm. The unit is then "ratio".
  std::optional<std::string> reference;
  std::optional<double> power_limit;
};
template <class V>
void describe(V& v, Expectation& x) {
  v("key", x.key, "family/name{label=value}; matches results whose labels include these");
  v("value", x.value);
  v("unit", x.unit);
  v("floor_ratio", x.floor_ratio, "floor = value x floor_ratio; lower is better: value / ratio");
  v("quick_floor_ratio", x.quick_floor_ratio, "for suite quick; default floor_ratio - 0.05");
  v("ceiling", x.ceiling, "beyond this a figure is implausible and void");
  v("required", x.required, "yes, no, if_observable");
  v("kind", x.kind);
  v("source", x.source, "public source of the figure");
  v("date", x.date, "YYYY-MM-DD of the source");
  v("stack", x.stack, "driver and library versions it was taken with");
  v("power_limit", x.power_limit, "W");
  v("superseded_by", x.superseded_by);
  v("why", x.why);
  v("confidence", x.confidence);
  v("reference", x.reference, "value is a share of this limit, measured in the same run");
}

enum class Comparison { at_least, at_most, equal, one_of, contains };
template <>
struct EnumNames<Comparison> {
  static constexpr std::array<EnumRow<Comparison>, 5> table{{{Comparison::at_least, "at_least"},
                                                             {Comparison::at_most, "at_most"},
                                                             {Comparison::equal, "equal"},
                                                             {Comparison::one_of, "one_of"},
                                                             {Comparison::contains, "contains"}}};
};

// What a profile says of a setting or a part: judged by the check of that name.
struct Setting {
  std::string check;     // cpu/cores, memory/thp, pcie/link_width, ...
  Comparison comparison = Comparison::equal;
  std::string value;     // a number or text; alternatives of one_of separated by '|'
  std::string unit;
  std::optional<Required> required;
  std::string source, date;
  std::optional<std::string> superseded_by, why;
};
template <class V>
void describe(V& v, Setting& x) {
  v("check", x.check, "name of the check that judges it");
  v("comparison", x.comparison);
  v("value", x.value, "number or text; alternatives of one_of separated by |");
  v("unit", x.unit);
  v("required", x.required, "yes, no, if_observable");
  v("source", x.source);
  v("date", x.date);
  v("superseded_by", x.superseded_by, "what is right today where the source is dated");
  v("why", x.why);
}

}  // namespace gpuproof
