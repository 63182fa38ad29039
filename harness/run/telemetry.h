// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The telemetry process: reads every source once a second, ten times inside timed windows, and
// appends to telemetry.jsonl until its orders end.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/base/clock.h"
#include "harness/base/files.h"
#include "harness/facts/source.h"
#include "harness/record/telemetry.h"

namespace gpuproof {

class SourceReader {
 public:
  SourceReader(const std::vector<const TelemetrySource*>&, const Clock&);
  TelemetrySample sample();
  // Those that the sources named with the last sample.
  const std::map<std::string, double>& limits() const { return limits_; }

 private:
  struct Open {
    std::string name;
    ReadSource read;
    std::string refused;  // why it could not even be opened
  };
  std::vector<Open> sources_;
  std::map<std::string, double> limits_;
  const Clock& clock_;
};

// Whole lines only: what a full disk cuts off is taken back, and the sample is lost.
class TelemetryFile {
 public:
  // Goes on after the last whole line of an earlier part of the run.
  explicit TelemetryFile(const std::filesystem::path&);  // throws SystemError
  // False: not even the old end of the file could be kept, and it must not be written any more.
  bool append(const TelemetrySample&);

 private:
  FileHandle handle_;
  std::int64_t size_ = 0;
};

// The hidden verb; orders are lines on the one descriptor: fast, slow, stop. Where a part is in
// danger, its sentence is written to the other.
int telemetry_main(const std::filesystem::path& file, int orders_fd, int warnings_fd);

}  // namespace gpuproof
