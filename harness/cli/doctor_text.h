// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What the doctor found, as text for a person.
#pragma once

#include <string>

#include "harness/facts/snapshot.h"
#include "harness/record/doctor_report.h"

namespace gpuproof {

Subject machine_subject(const Snapshot&);

// Findings in full, worst first; of what passed and what was not judged only names and counts,
// unless `all`.
std::string doctor_text(const DoctorReport&, bool all);

}  // namespace gpuproof
