// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A scenario of the virtual GPU: a folder with scenario.json and, built beside it, machine/, the
// tree for --sysroot. Only the fakes read it; the environment variable VGPU_SCENARIO names it.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/vgpu/scenario/fault.h"
#include "tests/vgpu/scenario/virtual_gpu.h"

namespace gpuproof::vgpu {

struct DriverVersions {
  std::string version;                           // 580.95.05
  std::uint32_t cuda = 13000;                    // as cuDriverGetVersion
  std::map<std::string, std::string> libraries;  // cublaslt, cudnn, nccl
};
template <class V>
void describe(V& v, DriverVersions& x) {
  v("version", x.version);
  v("cuda", x.cuda, "as cuDriverGetVersion answers: 13000 is 13.0");
  v.maybe("libraries", x.libraries, "versions of cublaslt, cudnn, nccl");
}

struct Scenario {
  std::string about, base_machine = "workstation";
  std::uint64_t scale_divisor = 4096;  // working sets shrink by it
  DriverVersions driver;
  std::vector<VirtualGpu> gpus;  // in PCI order
  std::vector<Fault> faults;
  std::filesystem::path folder;   // where it was read; not in the document
  std::filesystem::path machine;  // its tree, or that of the scenario it changes
  double scale() const { return 1.0 / static_cast<double>(scale_divisor); }
};
template <class V>
void describe(V& v, Scenario& x) {
  v.maybe("about", x.about);
  v.maybe("base_machine", x.base_machine, "workstation or server: what machine/ is made from");
  v.maybe("scale_divisor", x.scale_divisor, "working sets shrink by it");
  v("driver", x.driver);
  v("gpus", x.gpus, "in PCI order");
  v.maybe("faults", x.faults);
}

// Reads FOLDER/scenario.json. Before the members above are read, three keys are resolved:
//   "from": "../h100x8"         that scenario, over which this document is merged
//   "models": {"h100": {...}}   and in a GPU "model": "h100": its members are merged over the
//   model's "change": {"3": {...}}      merged over GPU 3, "all" over each
// Throws InputError that names the file and the path inside it.
Scenario load_scenario(const std::filesystem::path& folder);

// The scenario that VGPU_SCENARIO names. Throws InputError where it is not set.
Scenario load_scenario_from_environment();

}  // namespace gpuproof::vgpu
