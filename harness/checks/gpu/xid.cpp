// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Xids inside the run: none is acceptable on a GPU under test, but for our own endings.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "harness/base/text.h"
#include "harness/checks/gpu/loss.h"
#include "harness/checks/gpu/under_test.h"
#include "harness/checks/kernel_log/xid_events.h"
#include "harness/checks/kernel_log/xid_table.h"

namespace gpuproof {
namespace {

bool is_one_of(const std::vector<std::uint64_t>& pids, const std::optional<std::uint64_t>& pid) {
  return pid && std::find(pids.begin(), pids.end(), *pid) != pids.end();
}

bool counts(const XidEvent& event, const RunWindow& window) {
  if (event.code == 45 && is_one_of(window.ended_pids, event.pid)) return false;
  return xid_meaning(event.code).grade != XidGrade::record;
}

struct GpuXids {
  std::vector<LoggedXid> judged, recorded;
};

std::set<int> codes_of(const std::vector<LoggedXid>& xids) {
  std::set<int> codes;
  for (const auto& xid : xids) codes.insert(xid.event.code);
  return codes;
}

std::string codes_text(const std::set<int>& codes) {
  std::vector<std::string> texts;
  for (const int code : codes) texts.push_back(xid_text(code));
  return join(texts, ", ");
}

std::vector<std::string> lines_of(const std::vector<LoggedXid>& xids) {
  std::vector<std::string> lines;
  for (const auto& xid : xids)
    if (lines.size() < 5) lines.push_back(xid.line);
  if (xids.size() > lines.size())
    lines.push_back(fmt::format("and {} more", xids.size() - lines.size()));
  return lines;
}

void report(CheckContext& c, const std::string& address, const Subject& subject,
            const GpuXids& xids, const std::vector<LostGpu>& lost) {
  const auto& window = *c.input.window;
  const auto codes = codes_of(xids.judged);
  const auto& worst = gravest_xid(codes);
  Finding f{.observed = fmt::format("{} during the run", codes_text(codes)),
            .expected = "no Xid",
            .remedy = after_which(worst.action),
            .who = worst.grade == XidGrade::application ? Who::vendor : Who::builder,
            .evidence = lines_of(xids.judged),
            .labels = gpu_labels(c, address)};
  const bool ours = std::all_of(xids.judged.begin(), xids.judged.end(), [&](const auto& xid) {
    return is_one_of(window.own_pids, xid.event.pid);
  });
  if (const auto* loss = find_loss(lost, address))
    f.cause = loss->cause;
  else if (worst.grade == XidGrade::application)
    f.cause = ours ? "raised by our own validated programs on this GPU: suspect the suite first, "
                     "then the hardware if others stay clean"
                   : "raised by a program; another user's work disturbed the run";
  c.fail(subject, std::move(f));
}

void report_clean(CheckContext& c, const GpuView& gpu, const GpuXids& xids,
                  const std::string& gap) {
  Finding f{.observed = gap.empty() ? "no Xid during the run" : "no Xid seen, but " + gap,
            .expected = "no Xid",
            .evidence = lines_of(xids.recorded),
            .labels = gpu.labels};
  if (gap.empty()) return c.pass(gpu.subject, std::move(f));
  f.remedy = "run as root, so that the kernel log is read as it is written";
  f.who = Who::user;
  c.inconclusive(gpu.subject, std::move(f));
}

std::map<std::string, GpuXids> by_gpu(const CheckContext& c) {
  std::map<std::string, GpuXids> found;
  for (auto& xid : logged_xids(c.now, c.input.window)) {
    if (xid.period != LogScope::window) continue;
    auto& gpu = found[xid.event.address];
    (counts(xid.event, *c.input.window) ? gpu.judged : gpu.recorded).push_back(std::move(xid));
  }
  return found;
}

// A GPU that is nowhere to be found has been lost to the bus: it cannot be left out by choice.
bool is_tested(const CheckContext& c, const std::string& address) {
  for (const auto* snapshot : {&c.now, c.input.before})
    if (snapshot)
      for (const auto& gpu : gpus_of(c, *snapshot))
        if (gpu.address == address) return gpu.counted;
  return true;
}

void xid(CheckContext& c) {
  if (!c.input.window || !has_gpus(c)) return;
  if (c.now.kernel_log.is_absent())
    return c.skip(SkipKind::not_observable, c.machine(), {.observed = "there is no kernel log"});
  if (!c.readable(c.now.kernel_log, c.machine())) return;
  const auto& window = *c.input.window;
  const auto found = by_gpu(c);
  const auto lost = lost_gpus(c);
  auto gap =
      log_gap(*c.now.kernel_log, window);
  if (!cut_xid_lines(c.now, &window, LogScope::window).empty())
    gap = "an Xid line was cut before its number";
  for (const auto& [address, xids] : found)
    if (!xids.judged.empty() && is_tested(c, address)) {
      const auto* device = c.now.pci.find(address);
      report(c, address,
             device ? c.subject(*device)
                    : Subject{.kind = "GPU", .place = address, .pci_address = address},
             xids, lost);
    }
  for (const auto& gpu : gpus_under_test(c)) {
    const auto at = found.find(gpu.address);
    if (at == found.end() || at->second.judged.empty())
      report_clean(c, gpu, at == found.end() ? GpuXids{} : at->second, gap);
  }
}

const Register<Check> registered{{.name = "gpu/xid",
                                  .about = "Driver errors (Xid) during the run",
                                  .why = "An Xid says that the driver saw a GPU, its memory or its "
                                         "links fail, even where every result came out right.",
                                  .run = xid}};

}  // namespace
}  // namespace gpuproof
