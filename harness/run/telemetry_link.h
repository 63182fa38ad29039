// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The supervisor's side of the telemetry process. Its loss is told and costs no result.
#pragma once

#include <filesystem>
#include <string>

#include "harness/run/launcher.h"

namespace gpuproof {

class TelemetryLink {
 public:
  TelemetryLink(ProcessLauncher& launcher, std::filesystem::path folder)
      : launcher_(launcher), folder_(std::move(folder)) {}

  void start();                   // throws SystemError
  void fast() { say("fast\n"); }  // 10 Hz, inside timed windows
  void slow() { say("slow\n"); }
  void stop() { say("stop\n"); }
  bool owns(ChildId child) const { return child_ >= 0 && child == child_; }
  bool running() const { return child_ >= 0; }
  // It ended; true where it was not asked to.
  bool ended();

 private:
  void say(const char* line);

  ProcessLauncher& launcher_;
  std::filesystem::path folder_;
  ChildId child_ = -1;
  bool stopping_ = false;
};

}  // namespace gpuproof
