// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Xids of this boot outside the run: what the GPUs went through before they were tested.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "harness/base/text.h"
#include "harness/checks/gpu/driver_state.h"
#include "harness/checks/gpu/loss.h"
#include "harness/checks/gpu/under_test.h"
#include "harness/checks/kernel_log/xid_events.h"
#include "harness/checks/kernel_log/xid_table.h"

namespace gpuproof {
namespace {

using Xids = std::vector<LoggedXid>;

// One program that dies may leave several lines; lines without a pid count one a second.
int incidents(const Xids& xids, int code) {
  std::set<std::string> distinct;
  for (const auto& xid : xids)
    if (xid.event.code == code)
      distinct.insert(xid.event.pid          ? "pid " + std::to_string(*xid.event.pid)
                      : xid.boottime_us >= 0 ? "at " + std::to_string(xid.boottime_us / 1'000'000)
                                             : "line " + std::to_string(distinct.size()));
  return static_cast<int>(distinct.size());
}

// Number 45 is the clean-up after another error or after a program that was ended: only one that
// stands alone is worth a look, however many there are otherwise.
Outcome grade_of(const Xids& xids, int code) {
  if (code == 45) return xids.size() == 1 ? Outcome::warn : Outcome::pass;
  switch (xid_meaning(code).grade) {
    case XidGrade::fail:
      return Outcome::fail;
    case XidGrade::application:
      return incidents(xids, code) > 1 ? Outcome::fail : Outcome::warn;
    case XidGrade::warn:
    case XidGrade::unknown:
      return Outcome::warn;
    case XidGrade::record:
      break;
  }
  return Outcome::pass;
}

std::vector<std::string> lines_with(const Xids& xids, const std::set<int>& codes) {
  std::vector<std::string> lines;
  for (const auto& xid : xids)
    if (lines.size() < 5 && codes.count(xid.event.code)) lines.push_back(xid.line);
  return lines;
}

std::string cause_of(const XidMeaning& meaning, Outcome outcome) {
  if (meaning.grade != XidGrade::application) return {};
  if (meaning.code == 45)
    return "one clean-up that stands alone: a program was killed, or the GPU reset";
  return outcome == Outcome::fail
             ? "program faults again and again on this GPU: if other GPUs stay clean with the same "
               "programs, possible hardware fault"
             : "a program's own fault before the run; by itself no evidence of bad hardware";
}

std::string remedy_of(const XidMeaning& meaning, Outcome outcome) {
  if (meaning.grade != XidGrade::application) return after_which(meaning.action);
  return outcome == Outcome::fail ? "run the vendor's diagnostics on this GPU"
                                  : "check the program; look for repeats on this GPU";
}

Who who_acts(const XidMeaning& meaning, Outcome outcome) {
  if (meaning.grade != XidGrade::application) return Who::builder;
  return outcome == Outcome::fail ? Who::vendor : Who::user;
}

struct Judged {
  Outcome outcome = Outcome::pass;
  std::set<int> codes;  // of that outcome
};

Judged judge_xids(const Xids& xids) {
  Judged judged;
  std::set<int> codes;
  for (const auto& xid : xids) codes.insert(xid.event.code);
  for (const int code : codes) {
    const auto outcome = grade_of(xids, code);
    if (outcome == Outcome::pass) continue;
    if (outcome == Outcome::fail && judged.outcome != Outcome::fail) judged.codes.clear();
    if (outcome == Outcome::fail || judged.outcome != Outcome::fail) {
      judged.outcome = outcome;
      judged.codes.insert(code);
    }
  }
  return judged;
}

std::string codes_text(const std::set<int>& codes, const Xids& xids) {
  std::vector<std::string> texts;
  for (const int code : codes) {
    const auto times = std::count_if(xids.begin(), xids.end(),
                                     [&](const auto& xid) { return xid.event.code == code; });
    texts.push_back(xid_text(code) + (times > 1 ? fmt::format(" {} times", times) : ""));
  }
  return join(texts, ", ");
}

void report(CheckContext& c, const std::string& address, const Xids& xids, const Judged& judged,
            const std::vector<LostGpu>& lost) {
  const auto& meaning = gravest_xid(judged.codes);
  const auto* device = c.now.pci.find(address);
  const Subject subject = device ? c.subject(*device)
                                 : Subject{.kind = "GPU", .place = address, .pci_address = address};
  Finding f{.observed = codes_text(judged.codes, xids),
            .expected = "no Xid in this boot",
            .cause = cause_of(meaning, judged.outcome),
            .remedy = remedy_of(meaning, judged.outcome),
            .who = who_acts(meaning, judged.outcome),
            .evidence = lines_with(xids, judged.codes),
            .labels = gpu_labels(c, address)};
  if (const auto* loss = find_loss(lost, address)) f.cause = loss->cause;
  if (judged.outcome == Outcome::fail)
    c.fail(subject, std::move(f));
  else
    c.warn(subject, std::move(f));
}

void report_clean(CheckContext& c, std::size_t recorded, std::size_t earlier) {
  const auto& log = *c.now.kernel_log;
  const auto until = c.input.window ? c.input.window->from_us : c.now.header.boottime_us;
  Finding f{.observed = "no Xid to judge in this boot", .expected = "no Xid in this boot"};
  if (recorded > 0) f.evidence.push_back(fmt::format("{} that are only recorded", recorded));
  if (earlier > 0) f.evidence.push_back(fmt::format("{} of earlier boots: history", earlier));
  // A file ends with its last line: that nothing came since is no gap here.
  if (const auto gap = log_gap(log, 1'000'000, std::min(until, log.covers_to_us.value_or(-1)));
      !gap.empty()) {
    f.observed = "no Xid seen, but " + gap;
    f.remedy = "run as root, or keep the kernel log in a file; a reboot starts it anew";
    f.who = Who::admin;
    return c.skip(SkipKind::not_observable, c.machine(), std::move(f));
  }
  c.pass(c.machine(), std::move(f));
}

void report_cut_lines(CheckContext& c) {
  const auto cut = cut_xid_lines(c.now, c.input.window, LogScope::this_boot);
  if (!cut.empty())
    c.warn(c.machine(), {.observed = "an Xid line that is cut before its number",
                         .expected = "no Xid in this boot",
                         .remedy = "read the whole log (journalctl -k)",
                         .who = Who::admin,
                         .evidence = cut});
}

void xid(CheckContext& c) {
  const auto all = logged_xids(c.now, c.input.window);
  if (all.empty() && gpu_presence(c) == GpuPresence::none) return;
  if (c.now.kernel_log.is_absent())
    return c.skip(SkipKind::not_observable, c.machine(), {.observed = "there is no kernel log"});
  if (!c.readable(c.now.kernel_log, c.machine())) return;
  std::map<std::string, Xids> by_gpu;
  std::size_t earlier = 0, recorded = 0, findings = 0;
  for (const auto& xid : all) {
    if (xid.period == LogScope::this_boot) by_gpu[xid.event.address].push_back(xid);
    earlier += xid.period == LogScope::earlier_boot;
  }
  const auto lost = lost_gpus(c);
  for (const auto& [address, xids] : by_gpu) {
    const auto judged = judge_xids(xids);
    if (judged.outcome == Outcome::pass)
      recorded += xids.size();
    else
      ++findings, report(c, address, xids, judged, lost);
  }
  report_cut_lines(c);
  if (findings == 0 && cut_xid_lines(c.now, c.input.window, LogScope::this_boot).empty())
    report_clean(c, recorded, earlier);
}

const Register<Check> registered{{.name = "kernel_log/xid",
                                  .about = "Driver errors (Xid) of this boot before the run",
                                  .why = "A GPU that failed an hour ago and was reset looks new to "
                                         "every counter but the log.",
                                  .run = xid}};

}  // namespace
}  // namespace gpuproof
