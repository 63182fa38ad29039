// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// report.json as it lies in the run directory.
#include "harness/record/report.h"

namespace gpuproof {
namespace {

const Register<ReportFormat> registered{
    {.name = "json",
     .file_name = "",  // the run writes report.json itself, last
     .about = "the whole report for programs; the source of every other format",
     .render = [](const ReportBundle& bundle) { return bundle.report_json; }}};

}  // namespace
}  // namespace gpuproof
