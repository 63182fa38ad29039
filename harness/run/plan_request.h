// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What a user asks of a run, as values; and the parsers of options that only a plan understands.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/facts/snapshot.h"

namespace gpuproof {

enum class Suite { quick, standard, full };
template <>
struct EnumNames<Suite> {
  static constexpr std::array<EnumRow<Suite>, 3> table{
      {{Suite::quick, "quick"}, {Suite::standard, "standard"}, {Suite::full, "full"}}};
};

// A folder or raw device to read from, and the drive that its results are labelled with.
struct StorageTarget {
  std::string path, drive;
};

struct PlanRequest {
  Suite suite = Suite::quick;
  std::vector<std::string> only, skip;  // globs
  std::vector<std::string> gpus;        // PCI addresses; empty: all
  std::vector<StorageTarget> storage;
  std::optional<int> expected_gpus;  // --expect gpus=N
  std::optional<std::string> policy;
  std::string label, command_line, library_path;
  std::map<std::string, std::string> tags;
  std::optional<double> within_s;
  bool strict = false, keep_files = false, share = false;
  double deadline_scale = 1, budget_scale = 1;
};

// All throw InputError that says what would be right.
Suite parse_suite(const std::string&);
int parse_expect(const std::vector<std::string>&);  // of "gpus=N"; -1 where none is given
std::map<std::string, std::string> parse_tags(const std::vector<std::string>&);
// "all", "0,2", UUIDs and PCI addresses, as addresses in PCI order; empty: all.
std::vector<std::string> parse_gpus(const std::string&, const Snapshot&);

}  // namespace gpuproof
