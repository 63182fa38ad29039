// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What a metric is: declared once, by the benchmark that measures it.
#pragma once

#include <string>

#include "harness/base/codec.h"
#include "harness/record/outcome.h"

namespace gpuproof {

struct MetricSpec {
  std::string name;  // family/name
  std::string unit;  // the stored unit; decimal
  Better better = Better::higher;
  std::string formula;  // id of the byte or FLOP count, e.g. "3N"
  std::string about;
};
template <class V>
void describe(V& v, MetricSpec& x) {
  v("name", x.name);
  v("unit", x.unit);
  v("better", x.better);
  v("formula", x.formula);
  v("about", x.about);
}

}  // namespace gpuproof
