// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether this is a guest, and what its hypervisor hides.
#include "harness/base/text.h"
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

void add_if(std::vector<std::string>& list, bool condition, const char* text) {
  if (condition) list.emplace_back(text);
}

std::vector<std::string> hidden_facts(const Snapshot& now) {
  std::vector<std::string> hidden;
  add_if(hidden, !now.smbios, "board, slots and memory modules");
  add_if(hidden, !now.memory.edac, "memory error counters");
  add_if(hidden, !now.cpu.scaling_driver, "clock policy of the processors");
  bool link = false;
  if (now.pci.devices)
    for (const auto& device : *now.pci.devices) link = link || device.width.has_value();
  add_if(hidden, !link, "width and speed of PCIe links");
  add_if(hidden, now.kernel.iommu_groups.is(0), "address translation of the host");
  return hidden;
}

void virtualisation(CheckContext& c) {
  const auto& platform = c.now.platform;
  if (platform.hypervisor.is_unreadable()) {
    c.readable(platform.hypervisor, c.machine());
    return;
  }
  if (!c.is_virtual()) return c.pass(c.machine(), {.observed = "bare metal"});
  const auto kind = platform.wsl.is(true) ? "WSL" : platform.hypervisor.value_or("unknown");
  const auto hidden = hidden_facts(c.now);
  c.skip(SkipKind::not_observable, c.machine(),
         {.observed = "a guest (" + kind + ")",
          .finding = "This machine is a virtual one (" + kind +
                     "), so these facts of the hardware "
                     "are out of sight and not judged: " +
                     (hidden.empty() ? "none" : join(hidden, "; ")) + ".",
          .evidence = hidden});
}

const Register<Check> registered{{.name = "host/virtualisation",
                                  .about = "Virtualisation",
                                  .why = "A guest sees what its hypervisor shows: hidden facts "
                                         "cannot be checked, and neighbours disturb.",
                                  .run = virtualisation}};

}  // namespace
}  // namespace gpuproof
