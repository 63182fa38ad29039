// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// End of support of the operating system: its own word, else a dated table.
#include <string_view>

#include "harness/base/text.h"
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

struct Release {
  std::string_view id, version, end;  // last day of the freely available updates
};
// Debian: wiki.debian.org/LTS. Ubuntu: ubuntu.com/about/release-cycle (standard support, last day
// of the month). Red Hat and its rebuilds: access.redhat.com/support/policy/updates/errata.
// SUSE: suse.com/lifecycle (general support). The Debian rows were read on 2026-11-30; the others are
// practitioner knowledge of those pages: compare them with the pages before relying on a day.
constexpr Release releases[] = {
    {"debian", "9", "2022-06-30"},     {"debian", "10", "2024-06-30"},
    {"debian", "11", "2026-08-31"},    {"debian", "12", "2028-06-30"},
    {"debian", "13", "2030-06-30"},    {"ubuntu", "16.04", "2021-04-30"},
    {"ubuntu", "18.04", "2023-05-31"}, {"ubuntu", "20.04", "2025-05-31"},
    {"ubuntu", "22.04", "2027-04-30"}, {"ubuntu", "24.04", "2029-04-30"},
    {"ubuntu", "26.04", "2031-04-30"}, {"rhel", "7", "2024-06-30"},
    {"rhel", "8", "2029-05-31"},       {"rhel", "9", "2032-05-31"},
    {"rhel", "10", "2035-05-31"},      {"centos", "7", "2024-06-30"},
    {"centos", "8", "2024-05-31"},     {"centos", "9", "2027-05-31"},
    {"sles", "12.5", "2024-10-31"},    {"sles", "15.3", "2022-12-31"},
    {"sles", "15.4", "2023-12-31"},    {"sles", "15.5", "2024-12-31"},
    {"sles", "15.6", "2025-12-31"},    {"sles", "15.7", "2031-07-31"}};

bool is_version(std::string_view version, std::string_view wanted) {
  return version == wanted || starts_with(version, std::string(wanted) + ".");
}

std::string end_by_table(const std::string& id, const std::string& version) {
  const bool rebuild = id == "rocky" || id == "almalinux" || id == "ol";
  for (const auto& release : releases)
    if (release.id == (rebuild ? "rhel" : id) && is_version(version, release.version))
      return std::string(release.end);
  return {};
}

void support(CheckContext& c) {
  const auto& software = c.now.software;
  if (!c.readable(software.os_id, c.machine())) return;
  Finding f{.observed = software.os_pretty_name.value_or(*software.os_id), .who = Who::admin};
  auto end = software.os_support_end.value_or("");
  if (end.empty() && software.os_version) end = end_by_table(*software.os_id, *software.os_version);
  if (end.empty()) {
    f.observed += ", whose end of support is not known here";
    return c.skip(SkipKind::no_expectation, c.machine(), f);
  }
  const auto today = c.now.header.taken_at.substr(0, 10);
  if (today.size() != 10)
    return c.skip(SkipKind::not_observable, c.machine(),
                  {.observed = "the day of the snapshot is not known"});
  f.observed += ", supported until " + end;
  f.expected = "a release that is still supported on " + today;
  f.remedy = "upgrade to a supported release, or buy its extended support";
  c.advise(c.machine(), today <= end, f);  // both YYYY-MM-DD
}

const Register<Check> registered{
    {.name = "os/support",
     .about = "Support of the operating system",
     .why = "After its end no security or driver updates arrive, and vendors decline to help.",
     .run = support}};

}  // namespace
}  // namespace gpuproof
