// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/storage_targets.h"

#include <algorithm>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/measure/storage/target_probe.h"

namespace gpuproof {
namespace {

// A label value: what the grammar of keys keeps for itself is replaced.
std::string label_of(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return std::string_view("{}=, \t\n").find(c) != std::string_view::npos; }, '_');
  return text;
}

// The folder does not exist before the run begins: its nearest parent shares its file system.
fs::path nearest_folder(const fs::path& path) {
  std::error_code error;
  auto folder = fs::absolute(path, error);
  while (!fs::is_directory(folder, error) && folder.has_relative_path())
    folder = folder.parent_path();
  return folder;
}

StorageTarget target_of(const fs::path& path, const fs::path& probed) {
  const bool raw = fs::is_block_file(probed);
  const auto facts = raw ? probe_raw_device(probed.string()) : probe_folder(probed.string());
  const auto drive = vet_target(facts).drive;
  return {fs::absolute(path).string(), label_of(drive.empty() ? facts.fs_name : drive)};
}

StorageTarget named_target(const std::string& name) {
  std::error_code error;
  const auto status = fs::status(name, error);
  if (!fs::is_directory(status) && !fs::is_block_file(status))
    throw InputError("--storage " + name, fs::exists(status)
                                              ? "is neither a folder nor a block device"
                                              : "no such folder or block device; check the path");
  return target_of(name, name);
}

}  // namespace

std::vector<StorageTarget> storage_targets(const std::vector<std::string>& named,
                                           const fs::path& run_folder) {
  if (named.empty()) {
    try {
      return {target_of(run_folder, nearest_folder(run_folder))};
    } catch (const InputError&) {  // not a place for a run either: making the folder says so better
      return {{fs::absolute(run_folder).string(), "unknown"}};
    }
  }
  std::vector<StorageTarget> targets;
  for (const auto& name : named) {
    auto target = named_target(name);
    for (const auto& other : targets)
      if (other.drive == target.drive)
        throw InputError("--storage " + name,
                         "lies on the drive " + target.drive + " as " + other.path +
                             " does, and would be measured twice; name one of them");
    targets.push_back(std::move(target));
  }
  return targets;
}

}  // namespace gpuproof
