// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What `gpuproof doctor --json` prints: the items of environment checks, without a run.
#pragma once

#include <string>
#include <vector>

#include "harness/base/codec.h"
#include "harness/record/item.h"

namespace gpuproof {

struct DoctorReport {
  std::string schema = "gpuproof.doctor/1";
  std::string tool_version, taken_at;
  bool simulated = false;
  Subject machine;
  std::string profile_id, profile_origin;
  std::vector<Item> items;
  int exit_code = 0;
};
template <class V>
void describe(V& v, DoctorReport& x) {
  v("schema", x.schema);
  v("tool_version", x.tool_version);
  v("taken_at", x.taken_at, "UTC, when the facts were read");
  v("simulated", x.simulated);
  v("machine", x.machine);
  v("profile_id", x.profile_id);
  v("profile_origin", x.profile_origin);
  v("items", x.items, "worst first");
  v("exit_code", x.exit_code);
}

std::string doctor_report_to_json(const DoctorReport&);
std::string doctor_report_schema();

}  // namespace gpuproof
