// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/telemetry_link.h"

#include <string_view>

namespace gpuproof {

void TelemetryLink::start() {
  child_ = launcher_.start({.arguments = {"telemetry", (folder_ / "telemetry.jsonl").string()},
                            .log = folder_ / "attachments/telemetry.log"});
}

bool TelemetryLink::ended() {
  child_ = -1;
  return !stopping_;
}

void TelemetryLink::say(const char* line) {
  if (child_ < 0) return;
  stopping_ = stopping_ || std::string_view(line) == "stop\n";
  launcher_.send(child_, line);
}

}  // namespace gpuproof
