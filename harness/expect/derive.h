// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Expectations that follow from the hardware, one family per file (derive_<family>.cpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/base/registry.h"
#include "harness/expect/profile.h"
#include "harness/facts/snapshot.h"

namespace gpuproof {

struct Derivation {
  std::string name;  // host_memory, host_gemm, drives
  std::string about;
  // `why_not` takes a sentence for each figure that could not be derived.
  std::vector<Expectation> (*derive)(const Snapshot&, std::vector<std::string>& why_not) = nullptr;
};

struct Derived {
  std::vector<Expectation> expect;
  std::vector<std::string> why_not;
};
Derived derive_expectations(const Snapshot&);

// One drive model with what its maker or a tester says of it (harness/profiles/data/drives.json).
struct DriveFigure {
  std::string model;  // as the drive names itself, with * and ?
  std::string key;    // storage/sequential_read, storage/random_read{q=1}
  double value = 0;
  std::string unit;
  ExpectationKind kind = ExpectationKind::datasheet;
  double floor_ratio = 0.7;
  double link_gts = 0;  // link of the model itself, per lane
  int link_width = 0;
  std::string source, url, date;
  std::optional<std::string> conditions, confidence;
};
template <class V>
void describe(V& v, DriveFigure& x) {
  v("model", x.model, "model number of NVMe identify, with * and ?");
  v("key", x.key);
  v("value", x.value);
  v("unit", x.unit);
  v("kind", x.kind);
  v("floor_ratio", x.floor_ratio);
  v("link_gts", x.link_gts, "GT/s of the model's own link");
  v("link_width", x.link_width);
  v("source", x.source);
  v("url", x.url);
  v("date", x.date);
  v("conditions", x.conditions);
  v("confidence", x.confidence);
}

struct DriveFigures {
  std::string schema = "gpuproof.drives/1";
  std::vector<DriveFigure> drives;
};
template <class V>
void describe(V& v, DriveFigures& x) {
  v("schema", x.schema);
  v("drives", x.drives);
}
const DriveFigures& shipped_drive_figures();

}  // namespace gpuproof
