// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Formats of a report: by name to standard output, or all of them into a new folder.
#pragma once

#include <filesystem>
#include <string>

#include "harness/record/report.h"

namespace gpuproof {

// "html,text": each in turn. Throws InputError for a name that is none, with the nearest one.
void print_formats(const std::string& names, const ReportBundle&);

// Creates the folder, which must not exist, and writes report.* and profile.json into it.
void write_formats(const std::filesystem::path& folder, const ReportBundle&);

}  // namespace gpuproof
