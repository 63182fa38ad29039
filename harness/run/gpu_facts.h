// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Facts that only a vendor's library tells, asked by child processes with a deadline: this process
// loads none of them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/facts/snapshot.h"
#include "harness/facts/source.h"
#include "harness/machine/host.h"
#include "harness/run/launcher.h"

namespace gpuproof {

struct FactsRequest {
  FactsWish wish;
  // Drivers without persistence take seconds for each GPU, eight of them most of a minute.
  double deadline_s = 90;
  std::filesystem::path log = "/dev/null";  // what the libraries print
};

// What a child says.
struct FactsAnswer {
  bool is_virtual = false;
  GpuFacts gpu;
};
template <class V>
void describe(V& v, FactsAnswer& x) {
  v("virtual", x.is_virtual);
  v("gpu", x.gpu);
}

// Asks all sources at once. What a source does not tell in time is unreadable, with the reason; a
// snapshot to which a virtual GPU contributed is marked as simulated. A signal that arrives
// meanwhile is raised again when the children are gone.
void add_gpu_facts(Snapshot&, const FactsRequest&, const std::vector<const FactsSource*>&,
                   ProcessLauncher&, const Clock&);

// The whole machine: take_snapshot and, where there may be GPUs, their facts.
Snapshot read_machine(const Host&, const FactsRequest&, ProcessLauncher&,
                      std::vector<std::string>* problems = nullptr);

// In the child, `worker --facts SOURCE`: one line of facts.
int facts_main(const std::string& source, const FactsWish&, int records_fd);

}  // namespace gpuproof
