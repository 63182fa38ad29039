// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Runs every reader; what needs two sources is joined at the end.
#include <exception>

#include "harness/machine/join_slots.h"
#include "harness/machine/reader.h"

namespace gpuproof {

Snapshot take_snapshot(const Host& host, std::vector<std::string>* problems) {
  Snapshot snapshot;
  for (const auto* reader : Registry<Reader>::instance().all()) {
    try {
      reader->read(host, snapshot);
    } catch (const std::exception& e) {  // one broken reader must not cost the other facts
      if (problems) problems->push_back(reader->name + ": " + e.what());
    }
  }
  join_slots(snapshot);
  return snapshot;
}

}  // namespace gpuproof
