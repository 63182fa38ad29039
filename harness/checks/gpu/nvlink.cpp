// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// NVLinks that are up, against the number the profile states: absent by design is not broken.
#include <fmt/core.h>

#include <algorithm>

#include "harness/base/text.h"
#include "harness/checks/gpu/counter_delta.h"
#include "harness/checks/gpu/under_test.h"
#include "harness/checks/kernel_log/xid_events.h"

namespace gpuproof {
namespace {

std::optional<int> expected_links(const CheckContext& c) {
  if (const auto* wanted = c.setting())
    if (const auto number = first_number(wanted->value)) return static_cast<int>(*number);
  if (!c.input.profile) return std::nullopt;
  for (const auto* name : {"nvlink_links", "nvlink_count"})
    if (const auto at = c.input.profile->facts.find(name); at != c.input.profile->facts.end())
      return static_cast<int>(at->second);
  return std::nullopt;
}

struct Links {
  int active = 0;
  std::vector<std::string> down, unknown;
};

Links links_of(const GpuDevice& gpu) {
  Links links;
  for (const auto& link : *gpu.nvlinks)
    if (!link.state)
      links.unknown.push_back(std::to_string(link.link));
    else if (*link.state == "active" || *link.state == "up")
      ++links.active;
    else
      links.down.push_back(std::to_string(link.link));
  return links;
}

int most_links(const std::vector<GpuView>& gpus, const std::string& model) {
  int most = 0;
  for (const auto& gpu : gpus)
    if (gpu.facts->name == model && gpu.facts->nvlinks)
      most = std::max(most, links_of(*gpu.facts).active);
  return most;
}

// Only counters that can be read both times say anything of the time between.
std::uint64_t new_errors(const NvLink& now, const NvLink& then) {
  std::uint64_t sum = 0;
  for (const auto counter : {&NvLink::crc_errors, &NvLink::replay_errors, &NvLink::recovery_errors}) {
    const auto &after = now.*counter, &before = then.*counter;
    if (after && before) sum += *after >= *before ? *after - *before : *after;
  }
  return sum;
}

// Errors of links that are up now: counters that grew, and Xids that name a link.
std::vector<std::string> troubles(const CheckContext& c, const GpuDevice& gpu) {
  std::vector<std::string> found;
  const auto* then = gpu_before(c, gpu);
  if (then && then->nvlinks)
    for (const auto& link : *gpu.nvlinks)
      for (const auto& old : *then->nvlinks)
        if (const auto more = old.link == link.link ? new_errors(link, old) : 0; more > 0)
          found.push_back(fmt::format("link {}: {} new errors", link.link, more));
  for (const auto& xid : logged_xids(c.now, c.input.window))
    if (xid.event.address == gpu.pci_address && xid.event.nvlink &&
        xid.period != LogScope::earlier_boot)
      found.push_back(fmt::format("link {} had an error (Xid {}) although it is up now",
                                  *xid.event.nvlink, xid.event.code));
  return found;
}

void judge_health(CheckContext& c, const GpuView& gpu, Finding f) {
  auto found = troubles(c, *gpu.facts);
  if (found.empty()) return c.pass(gpu.subject, std::move(f));
  f.observed += "; " + found.front();
  f.remedy = "check connector or bridge, reset, then run again with traffic on the links";
  f.who = Who::builder;
  f.evidence = std::move(found);
  c.warn(gpu.subject, std::move(f));
}

void judge(CheckContext& c, const GpuView& gpu, const std::vector<GpuView>& all) {
  if (!c.readable(gpu.facts->nvlinks, gpu.subject, "this GPU has no NVLink", gpu.labels)) return;
  const auto links = links_of(*gpu.facts);
  const auto expected = expected_links(c);
  Finding f{.observed = fmt::format("{} of {} links up", links.active, gpu.facts->nvlinks->size()),
            .labels = gpu.labels};
  if (!links.down.empty()) f.evidence.push_back("down: link " + join(links.down, ", "));
  if (expected == 0 || (!expected && links.active == 0 && most_links(all, gpu.facts->name) == 0)) {
    f.observed +=
        expected ? "; no NVLink peer is expected" : "; no profile says that there is a peer";
    return c.skip(expected ? SkipKind::not_applicable : SkipKind::no_expectation, gpu.subject,
                  std::move(f));
  }
  const int wanted = expected.value_or(most_links(all, gpu.facts->name));
  f.expected = fmt::format("{} links up{}", wanted, expected ? "" : ", as on its siblings");
  if (links.active < wanted && links.active + static_cast<int>(links.unknown.size()) >= wanted) {
    f.observed += "; the state of links " + join(links.unknown, ", ") + " cannot be read";
    return c.skip(SkipKind::not_observable, gpu.subject, std::move(f));
  }
  if (links.active < wanted) {
    f.cause =
        fmt::format("{} lost {}: {}", gpu.subject.text(),
                    links.active == 0 ? "all its NVLinks" : "NVLinks", join(links.down, ", "));
    f.remedy = "reset the GPU; if it stays, service the board, bridge or baseboard";
    f.who = Who::vendor;
    return c.fail(gpu.subject, std::move(f));
  }
  judge_health(c, gpu, std::move(f));
}

void nvlink(CheckContext& c) {
  const auto gpus = described_gpus(c);
  for (const auto& gpu : gpus) judge(c, gpu, gpus);
}

const Register<Check> registered{{.name = "gpu/nvlink",
                                  .about = "NVLinks",
                                  .why = "Each link that is down takes its share of the rate "
                                         "between GPUs, and other diagnostics may not notice.",
                                  .run = nvlink}};

}  // namespace
}  // namespace gpuproof
