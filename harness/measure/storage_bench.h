// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What a storage benchmark sees: a vetted target, the file or device to read, windows of reads as
// samples, and the record. It cannot write to a device: only the test file is ever written.
//
// Options of the step:
//   target      folder for the test file, or a block device (read only); default "."
//   raw         "yes": the target must be a block device
//   file_bytes  wanted size of the test file; default 2 GiB in the quick suite, else 8 GiB
//   seed        of the file's data and of the order of reads; default 1
//   run         run id in the name of the test file; default: this process
//   keep        "yes": the test file stays when this process ends (--keep-files)
// A process makes the file of a target once, for all of its steps and for other processes of the
// run, and removes it when it ends. What a killed process leaves: remove_test_file (test_file.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "harness/measure/bench_session.h"
#include "harness/measure/storage/target.h"
#include "harness/measure/storage/windows.h"

namespace gpuproof {

class RawDevice;
class TestFile;

class StorageBench {
 public:
  // Throws InputError where the target is refused or cannot be used, NotReached where it is full.
  explicit StorageBench(BenchSession&);
  ~StorageBench();

  BenchSession& session() { return session_; }
  unsigned queue_depth() const;                                 // the label q
  std::size_t drives() const { return target_.drives.size(); }  // below the target; 0: unknown
  // Reading threads: what is wanted, from 1 to 4 and no more than CPUs.
  unsigned jobs(std::size_t wanted) const;

  // Reads in the shape given (block, order, depth, jobs, batch); range, seed and content are the
  // target's. Checks data and drive counters. Throws Implausible where a cache answered,
  // Mismatch where data are wrong, Error where a read failed.
  Reading read(ReadSpec shape);
  // Percentiles of the latency, as conditions.
  void tell_latency(const Reading&);
  Measurement& report(const std::string& metric, std::vector<double> samples);

 private:
  void open_target();
  void open_file();
  void open_device();
  void label_keys();

  BenchSession& session_;
  Target target_;
  std::shared_ptr<TestFile> file_;
  std::unique_ptr<RawDevice> device_;
  int fd_ = -1;
  Bytes first_ = 0, bytes_ = 0;
  std::uint64_t seed_ = 1;
};

// The label `drive` of a target, for whoever plans. Throws InputError where it cannot be used.
std::string drive_of_target(const std::string& path);

}  // namespace gpuproof
