// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// PCIe errors (AER) on the path of each GPU, drive and network card: those of a neighbour's path
// are the neighbour's.
#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "harness/base/text.h"
#include "harness/checks/gpu/loss.h"
#include "harness/checks/pcie/aer_tally.h"
#include "harness/checks/pcie/endpoints.h"

namespace gpuproof {
namespace {

// Corrected errors an hour above which a path is worth a look; a profile may set another number.
constexpr double default_limit_per_hour = 100;

double limit_per_hour(const CheckContext& c) {
  const auto* wanted = c.setting();
  return wanted ? first_number(wanted->value).value_or(default_limit_per_hour)
                : default_limit_per_hour;
}

// Enumeration probes what is not there: this one error says nothing when no snapshot came before.
bool only_probing(const AerTally& tally, const AerPeriod& period) {
  return period.since_boot && tally.fatal == 0 && tally.corrected == 0 && tally.names.size() == 1 &&
         (*tally.names.begin() == "UnsupReq" || *tally.names.begin() == "UnsupReqErr");
}

struct Sum {
  AerTally tally;
  std::vector<std::string> where;  // devices of the path that reported
  bool known = false;
};

Sum sum_over(const AerPeriod& period, const std::vector<std::string>& addresses) {
  Sum sum;
  for (const auto& address : addresses) {
    const auto at = period.devices.find(address);
    if (at == period.devices.end()) continue;
    const auto& t = at->second;
    sum.known = sum.known || t.counted;
    sum.tally.corrected += t.corrected;
    sum.tally.nonfatal += t.nonfatal;
    sum.tally.fatal += t.fatal;
    sum.tally.earlier_uncorrected += t.earlier_uncorrected;
    sum.tally.bursts += t.bursts;
    sum.tally.was_reset = sum.tally.was_reset || t.was_reset;
    sum.tally.names.insert(t.names.begin(), t.names.end());
    sum.tally.lines.insert(sum.tally.lines.end(), t.lines.begin(), t.lines.end());
    if (t.any()) sum.where.push_back(address);
  }
  return sum;
}

std::string counts_text(const AerTally& t, double hours) {
  std::vector<std::string> parts;
  if (t.fatal > 0) parts.push_back(fmt::format("{} fatal", t.fatal));
  if (t.nonfatal > 0) parts.push_back(fmt::format("{} uncorrected", t.nonfatal));
  if (t.corrected > 0) {
    parts.push_back(fmt::format("{} corrected", t.corrected));
    if (hours > 0) {
      const double rate = static_cast<double>(t.corrected) / hours;
      parts.back() += rate >= 1800 ? fmt::format(" ({:.1f} a second)", rate / 3600)
                                   : fmt::format(" ({:.3g} an hour)", rate);
    }
  }
  if (t.bursts > 0)
    return join(parts, ", ") + " errors, some in bursts faster than they were counted";
  return parts.empty() ? "no errors" : join(parts, ", ") + " errors";
}

Finding describe_errors(const Sum& sum, const AerPeriod& period) {
  Finding f{.observed = counts_text(sum.tally, period.hours),
            .expected = "no uncorrected errors, few corrected ones",
            .who = Who::builder,
            .evidence = sum.tally.lines};
  if (!sum.where.empty())
    f.evidence.push_back("reported by " + join(sum.where, ", ") + ": " +
                         join({sum.tally.names.begin(), sum.tally.names.end()}, ", "));
  f.remedy =
      "replace the riser or cable, reseat the card, lower the slot's generation for a trial, "
      "then run again";
  return f;
}

void judge(CheckContext& c, const Subject& subject, const Labels& labels, const Sum& sum,
           const AerPeriod& period, const std::string& loss) {
  auto f = describe_errors(sum, period);
  f.labels = labels;
  const double rate =
      period.hours > 0 ? static_cast<double>(sum.tally.corrected) / period.hours : 0;
  const bool too_many =
      sum.tally.bursts > 0 || (sum.tally.corrected > 0 && !(rate <= limit_per_hour(c)));
  if (sum.tally.any())
    f.cause =
        !loss.empty() ? loss : "signal integrity is marginal on the path of " + subject.text();
  if (sum.tally.fatal > 0 || (sum.tally.nonfatal > 0 && !only_probing(sum.tally, period)))
    return c.fail(subject, std::move(f));
  if (sum.tally.was_reset) {
    f.observed = "its counters fell: the device was reset since the snapshot before";
    f.cause = "counters that start anew cannot be compared";
    return c.inconclusive(subject, std::move(f));
  }
  if (sum.tally.earlier_uncorrected > 0) {
    f.observed += fmt::format("; {} uncorrected earlier in this boot", sum.tally.earlier_uncorrected);
    return c.warn(subject, std::move(f));
  }
  if (too_many || sum.tally.nonfatal > 0) return c.warn(subject, std::move(f));
  f.cause.clear();
  c.pass(subject, std::move(f));
}

// Devices of interest below each port: errors of a port with several belong to none of them alone.
std::map<std::string, std::vector<const LinkEnd*>> ends_below(
    const std::vector<LinkEnd>& ends,
    const std::map<std::string, std::vector<std::string>>& paths) {
  std::map<std::string, std::vector<const LinkEnd*>> below;
  for (const auto& end : ends)
    for (const auto& address : paths.at(end.address)) below[address].push_back(&end);
  return below;
}

void judge_shared_port(CheckContext& c, const std::string& address, const AerPeriod& period,
                       const std::vector<const LinkEnd*>& users) {
  const auto sum = sum_over(period, {address});
  const auto* port = c.now.pci.find(address);
  if (!port || !(sum.tally.any() || sum.tally.was_reset)) return;
  auto shared = sum;
  for (const auto* user : users)
    shared.tally.lines.push_back("on the path of " + user->subject.text());
  judge(c, c.subject(*port), {{"device", address}}, shared, period, "");
}

void judge_lost(CheckContext& c, const std::vector<LostGpu>& lost, const AerPeriod& period) {
  for (const auto& loss : lost) {
    if (c.now.pci.find(loss.address)) continue;  // judged with the others
    const auto sum = sum_over(period, path_to(c, loss.address));
    if (sum.tally.any())
      judge(c, loss.subject, {{"device", loss.address}}, sum, period, loss.cause);
  }
}

void aer(CheckContext& c) {
  if (!bus_readable(c)) return;
  const auto period = aer_period(c);
  const auto ends = link_ends(c);
  const auto lost = lost_gpus(c);
  std::map<std::string, std::vector<std::string>> paths;
  for (const auto& end : ends) paths[end.address] = path_to(c, end.address);
  const auto below = ends_below(ends, paths);
  bool silent = false;
  for (const auto& end : ends) {
    auto own = paths[end.address];
    own.erase(std::remove_if(own.begin(), own.end(),
                             [&](const auto& a) { return below.at(a).size() > 1; }),
              own.end());
    const auto sum = sum_over(period, own);
    const auto* loss = find_loss(lost, end.address);
    if (sum.known || sum.tally.any() || (period.log_read && period.log_speaks))
      judge(c, end.subject, end.labels, sum, period, loss ? loss->cause : "");
    else
      silent = true;
  }
  for (const auto& [address, users] : below)
    if (users.size() > 1) judge_shared_port(c, address, period, users);
  judge_lost(c, lost, period);
  if (silent)
    c.skip(SkipKind::not_observable, c.machine(),
           {.observed = "the kernel reports no PCIe errors here (no AER counters)",
            .remedy = "hand AER to the system in the BIOS; remove pci=noaer from the kernel "
                      "command line",
            .who = Who::admin});
}

const Register<Check> registered{{.name = "pcie/aer",
                                  .about = "PCIe errors",
                                  .why = "A bad riser or slot corrects itself thousands of times "
                                         "before it fails, and full bandwidth hides that.",
                                  .run = aer}};

}  // namespace
}  // namespace gpuproof
