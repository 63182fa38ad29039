// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The NUMA node of every GPU, NVMe drive and network adapter.
#include <fmt/core.h>

#include <algorithm>

#include "harness/base/text.h"
#include "harness/checks/check.h"
#include "harness/checks/memory/nodes.h"

namespace gpuproof {
namespace {

const NumaNode* node_of(const Snapshot& now, int id) {
  if (now.memory.nodes)
    for (const auto& node : *now.memory.nodes)
      if (node.id == id) return &node;
  return nullptr;
}

bool may_run_on(const Snapshot& now, const NumaNode& node) {
  const auto allowed = to_int_list(now.limits.affinity.value_or(""));
  const auto near = to_int_list(node.cpus);
  if (!allowed || !near || allowed->empty()) return true;  // not told
  return std::any_of(near->begin(), near->end(), [&](int cpu) {
    return std::find(allowed->begin(), allowed->end(), cpu) != allowed->end();
  });
}

// What is wrong with that node for work near the part; empty where nothing is.
std::string trouble(const Snapshot& now, const NumaNode& node) {
  if (!node.cpus.empty() && node.total_bytes.is(0))
    return "this node has no memory of its own: every buffer is on another one";
  if (!node.cpus.empty() && !may_run_on(now, node))
    return "this process may not run on the processors of that node";
  return {};
}

void judge_part(CheckContext& c, const Subject& part, const Fact<int>& fact, const Labels& labels) {
  Finding f{.who = Who::builder, .labels = labels};
  const bool one_node = nodes_with_processors(c.now.memory) == 1;
  if (one_node) {
    f.observed = "the machine has one node";
    return c.pass(part, f);
  }
  if (!c.readable(fact, part, "the kernel does not tell", labels)) return;
  const auto* node = *fact < 0 ? nullptr : node_of(c.now, *fact);
  if (!node) {
    f.observed = "not told by the firmware";
    f.remedy = "look for a BIOS update and its NUMA settings";
    return c.skip(SkipKind::not_observable, part, f);
  }
  f.observed = fmt::format("node {}", *fact);
  f.cause = trouble(c.now, *node);
  if (f.cause.empty()) return c.pass(part, f);
  f.expected = "a node with memory, whose processors this process may use";
  f.remedy = node->total_bytes.is(0) ? "put memory modules on that processor"
                                     : "start gpuproof without a processor restriction";
  f.observed += ": " + f.cause;
  c.warn(part, f);
}

void numa_binding(CheckContext& c) {
  if (!c.readable(c.now.pci.devices, c.machine())) return;
  bool some = false;
  const auto part = [&](const PciDevice& device, const Labels& labels) {
    some = true;
    judge_part(c, c.subject(device), device.numa_node, labels);
  };
  for (const auto* gpu : nvidia_gpus(c.now)) part(*gpu, {{"gpu", c.gpu_index(gpu->address)}});
  for (const auto& device : *c.now.pci.devices)
    if (is_nvme(device) || is_network(device)) part(device, {{"device", device.address}});
  if (!some)
    c.skip(SkipKind::not_applicable, c.machine(),
           {.observed = "no GPU, NVMe drive or network adapter on the bus"});
}

const Register<Check> registered{{.name = "host/numa_binding",
                                  .about = "Nearest processor (NUMA node)",
                                  .why = "Transfers to a part on another node cross the link "
                                         "between processors, slower and less evenly.",
                                  .run = numa_binding}};

}  // namespace
}  // namespace gpuproof
