// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A block device that the user named, opened for reading only: this file has no way to write.
#pragma once

#include <string>

#include "harness/base/files.h"
#include "harness/base/units.h"
#include "harness/record/bench_record.h"

namespace gpuproof {

bool is_block_device(const std::string& path);

class RawDevice {
 public:
  // Throws InputError where it is no block device or changed since it was looked at,
  // NotObservable where this user may not read it.
  explicit RawDevice(const std::string& path);

  int fd() const { return fd_.get(); }
  Bytes bytes() const { return bytes_; }
  // Mounted, in an array, or otherwise held: others may write to it meanwhile.
  bool in_use() const { return in_use_; }
  // Reads a seeded sample of blocks twice and compares: the content is not ours to know. Blocks
  // that others change meanwhile are left out where the device is in use.
  Integrity check(std::uint64_t seed) const;

 private:
  FileHandle fd_;
  std::string path_;
  Bytes bytes_ = 0;
  bool in_use_ = false;
};

}  // namespace gpuproof
