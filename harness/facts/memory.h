// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Main memory: sizes, NUMA, paging policy, error counters. DIMMs are in smbios.h.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/base/codec.h"
#include "harness/facts/fact.h"

namespace gpuproof {

struct NumaNode {
  int id = 0;
  std::string cpus;  // "0-7,16-23"; empty for memory-only nodes
  Fact<std::uint64_t> total_bytes, free_bytes;
  Fact<std::vector<int>> distances;
};
template <class V>
void describe(V& v, NumaNode& x) {
  v("id", x.id);
  v("cpus", x.cpus);
  v("total_bytes", x.total_bytes);
  v("free_bytes", x.free_bytes);
  v("distances", x.distances);
}

struct EdacDimm {
  std::string label, location;
  Fact<std::uint64_t> size_bytes, corrected, uncorrected;
  Fact<std::string> ecc_mode;
};
template <class V>
void describe(V& v, EdacDimm& x) {
  v("label", x.label);
  v("location", x.location, "controller, channel, slot");
  v("size_bytes", x.size_bytes);
  v("corrected", x.corrected, "errors since the driver was loaded");
  v("uncorrected", x.uncorrected);
  v("ecc_mode", x.ecc_mode, "None, SECDED, S4ECD4ED, ...");
}

struct EdacController {
  std::string name;
  Fact<std::uint64_t> corrected, uncorrected, corrected_no_info, uncorrected_no_info;
  std::vector<EdacDimm> dimms;
};
template <class V>
void describe(V& v, EdacController& x) {
  v("name", x.name);
  v("corrected", x.corrected);
  v("uncorrected", x.uncorrected);
  v("corrected_no_info", x.corrected_no_info);
  v("uncorrected_no_info", x.uncorrected_no_info);
  v("dimms", x.dimms);
}

struct MemoryFacts {
  Fact<std::uint64_t> total_bytes, available_bytes, swap_total_bytes, swap_free_bytes;
  Fact<std::uint64_t> pswpin, pswpout;
  Fact<int> swappiness, numa_balancing, zone_reclaim_mode;
  Fact<std::string> thp_enabled, thp_defrag;
  Fact<std::vector<NumaNode>> nodes;
  Fact<std::vector<EdacController>> edac;
  Fact<std::uint64_t> machine_checks, machine_checks_corrected;
  Fact<std::uint64_t> hugepages_free;
};
template <class V>
void describe(V& v, MemoryFacts& x) {
  v("total_bytes", x.total_bytes, "MemTotal");
  v("available_bytes", x.available_bytes, "MemAvailable");
  v("swap_total_bytes", x.swap_total_bytes);
  v("swap_free_bytes", x.swap_free_bytes);
  v("pswpin", x.pswpin, "pages swapped in since boot");
  v("pswpout", x.pswpout, "pages swapped out since boot");
  v("swappiness", x.swappiness);
  v("numa_balancing", x.numa_balancing);
  v("zone_reclaim_mode", x.zone_reclaim_mode);
  v("thp_enabled", x.thp_enabled, "always, madvise, never");
  v("thp_defrag", x.thp_defrag);
  v("nodes", x.nodes);
  v("edac", x.edac, "memory controllers with ECC reporting; null: no EDAC driver");
  v("machine_checks", x.machine_checks, "exceptions since boot: MCE of /proc/interrupts");
  v.maybe("machine_checks_corrected", x.machine_checks_corrected,
          "threshold and deferred-error interrupts since boot: THR and DFR");
  v("hugepages_free", x.hugepages_free);
}

}  // namespace gpuproof
