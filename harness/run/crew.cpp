// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/crew.h"

namespace gpuproof {

const Worker& Crew::at(std::size_t place) {
  const auto found = workers_.find(place);
  if (found != workers_.end()) return found->second;
  Worker worker{.log = next_log()};
  worker.child = launcher_.start({.arguments = {"worker"}, .log = folder_ / worker.log});
  worker.pid = launcher_.pid(worker.child);
  return workers_.emplace(place, std::move(worker)).first->second;
}

void Crew::forget(ChildId child) {
  std::erase_if(workers_, [&](const auto& entry) { return entry.second.child == child; });
}

// Names go on where an earlier part of a resumed run stopped: its files are kept.
std::string Crew::next_log() {
  std::string name;
  do name = "attachments/worker-" + std::to_string(++started_) + ".log";
  while (std::filesystem::exists(folder_ / name));
  return name;
}

}  // namespace gpuproof
