// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The workers of a run by place: one serves step after step until it is lost; a fresh one follows.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "harness/run/launcher.h"

namespace gpuproof {

struct Worker {
  ChildId child = -1;
  std::int64_t pid = 0;
  std::string log;  // below the run directory: "attachments/worker-1.log"
};

class Crew {
 public:
  Crew(ProcessLauncher& launcher, std::filesystem::path folder)
      : launcher_(launcher), folder_(std::move(folder)) {}

  // The worker of this place, started where there is none. Throws SystemError.
  const Worker& at(std::size_t place);
  void forget(ChildId);  // it ended, or is left behind
  std::map<std::size_t, Worker> all() const { return workers_; }

 private:
  std::string next_log();

  ProcessLauncher& launcher_;
  std::filesystem::path folder_;
  std::map<std::size_t, Worker> workers_;
  int started_ = 0;
};

}  // namespace gpuproof
