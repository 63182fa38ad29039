// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/record/doctor_report.h"

#include "harness/base/schema.h"

namespace gpuproof {

std::string doctor_report_to_json(const DoctorReport& report) { return encode_pretty(report); }

std::string doctor_report_schema() { return schema_text<DoctorReport>("gpuproof doctor report"); }

namespace {
const Register<Schema> published{{"doctor", doctor_report_schema}};
}

}  // namespace gpuproof
