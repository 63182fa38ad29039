// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Processor: identity, topology, caches, clock policy and idle states.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/base/codec.h"
#include "harness/facts/fact.h"

namespace gpuproof {

struct Cache {
  int level = 0;
  std::string type;  // Data, Instruction, Unified
  std::uint64_t bytes = 0;
  std::string shared_cpus;  // "0-7"
};
template <class V>
void describe(V& v, Cache& x) {
  v("level", x.level);
  v("type", x.type);
  v("bytes", x.bytes);
  v("shared_cpus", x.shared_cpus);
}

struct LogicalCpu {
  int id = 0;
  Fact<int> package, core, numa_node;
  Fact<double> max_mhz;
  Fact<std::string> governor;
};
template <class V>
void describe(V& v, LogicalCpu& x) {
  v("id", x.id);
  v("package", x.package);
  v("core", x.core);
  v("numa_node", x.numa_node);
  v("max_mhz", x.max_mhz, "highest clock that cpufreq offers");
  v("governor", x.governor);
}

struct IdleState {
  std::string name;
  Fact<std::uint64_t> latency_us;
  Fact<bool> disabled;
};
template <class V>
void describe(V& v, IdleState& x) {
  v("name", x.name);
  v("latency_us", x.latency_us, "time to leave the state");
  v("disabled", x.disabled);
}

struct CpuFacts {
  Fact<std::string> vendor, model_name, architecture, microcode;
  Fact<int> family, model, stepping;
  Fact<std::vector<std::string>> flags;
  Fact<std::vector<LogicalCpu>> cpus;  // online
  Fact<int> packages, cores;
  Fact<std::vector<Cache>> caches;  // each shared cache once
  Fact<std::string> scaling_driver, smt;
  Fact<std::vector<IdleState>> idle_states;
  Fact<std::string> idle_driver;
  Fact<std::string> mitigations;
  Fact<double> load_1min;
  Fact<std::uint64_t> steal_ticks;
  Fact<bool> boost;
};
template <class V>
void describe(V& v, CpuFacts& x) {
  v("vendor", x.vendor);
  v("model_name", x.model_name);
  v("architecture", x.architecture);
  v("microcode", x.microcode);
  v("family", x.family);
  v("model", x.model);
  v("stepping", x.stepping);
  v("flags", x.flags);
  v("cpus", x.cpus, "online logical CPUs");
  v("packages", x.packages);
  v("cores", x.cores, "physical cores");
  v("caches", x.caches);
  v("scaling_driver", x.scaling_driver);
  v("smt", x.smt, "on, off, forceoff, notsupported");
  v("idle_states", x.idle_states);
  v("idle_driver", x.idle_driver);
  v("mitigations", x.mitigations, "as on the kernel command line");
  v("load_1min", x.load_1min);
  v("steal_ticks", x.steal_ticks, "time taken by the hypervisor since boot, in ticks of 10 ms");
  v("boost", x.boost, "turbo or boost allowed");
}

}  // namespace gpuproof
