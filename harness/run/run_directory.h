// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The folder of a run: claimed by one process, every file written once and whole.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/clock.h"
#include "harness/base/files.h"
#include "harness/record/report.h"

namespace gpuproof {

class RunDirectory {
 public:
  // Makes the folder, or takes an empty one. Throws InputError: a file, a run, foreign content, no
  // permission, no space for the reserve, or in use by another process.
  // What create would refuse of a folder that is there. Throws InputError.
  static void require_new(const fs::path&);
  static RunDirectory create(const fs::path&);
  // Takes the folder of a run that was begun. Throws InputError where there is none.
  static RunDirectory resume(const fs::path&);

  const fs::path& path() const { return path_; }
  fs::path file(const std::string& name) const { return path_ / name; }
  bool has(const std::string& name) const;
  void write(const std::string& name, std::string_view bytes) const;  // throws SystemError
  void remove(const std::string& name) const;
  void sync() const;  // names of files made here are on disk

  // Space kept for the end of the journal and the report on a disk that becomes full.
  void free_reserve() const { remove(".reserve"); }
  void remove_empty_attachments() const;

 private:
  RunDirectory(fs::path path, FileHandle folder)
      : path_(std::move(path)), folder_(std::move(folder)) {}
  void make_reserve() const;

  fs::path path_;
  FileHandle folder_;  // holds the claim
};

// "gpuproof-<host>-<YYYYmmdd-HHMMSS>" in local time, not taken yet.
fs::path default_run_folder(const std::string& host, Nanoseconds wall);

}  // namespace gpuproof
