// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Lines of the kernel log about failed requests, resets and file systems in trouble.
#include <fmt/core.h>

#include <algorithm>
#include <initializer_list>

#include "harness/base/text.h"
#include "harness/checks/check.h"
#include "harness/checks/log_scope.h"

namespace gpuproof {
namespace {

bool has_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](auto part) { return contains(text, part); });
}

// Media that come and go make errors when they are pulled.
bool is_passing_medium(std::string_view text) {
  return has_any(text, {"dev sr", "dev fd", "dev loop", "sr 0:", "[sr0]", "dev nbd"});
}

bool is_error(std::string_view text) {
  if (is_passing_medium(text)) return false;
  return has_any(text, {"I/O error", "medium error", "Medium Error", "EXT4-fs error", "BTRFS error",
                        "Corruption detected", "controller is down", "failed command",
                        "Remounting filesystem read-only", "uncorrect", "reset controller",
                        "Disk failure on"}) ||
         (starts_with(text, "nvme") &&
          has_any(text, {"timeout, ", "Abort status", "Removing after"}));
}

struct Found {
  std::vector<std::string> in_window, this_boot;
};

Found find_errors(const KernelLog& log, const RunWindow* window) {
  Found found;
  for (const auto& line : log.lines) {
    if (line.topic != LogTopic::storage || !is_error(line.text)) continue;
    const auto scope = scope_of(line, window);
    if (scope == LogScope::window) found.in_window.push_back(line.text);
    if (scope == LogScope::this_boot) found.this_boot.push_back(line.text);
  }
  return found;
}

std::vector<std::string> first_few(const std::vector<std::string>& lines) {
  std::vector<std::string> few(lines.begin(),
                               lines.begin() + std::min<std::size_t>(lines.size(), 8));
  if (lines.size() > few.size())
    few.push_back(fmt::format("and {} more", lines.size() - few.size()));
  return few;
}

void errors(CheckContext& c) {
  if (!c.readable(c.now.kernel_log, c.machine())) return;
  const auto& log = *c.now.kernel_log;
  const auto found = find_errors(log, c.input.window);
  Finding f{.expected = "none",
            .remedy =
                "look at the drive's health log, its seat and cable, and replace it if the "
                "errors return",
            .who = Who::builder};
  if (!found.in_window.empty()) {
    f.observed = fmt::format("{} during the run", found.in_window.size());
    f.evidence = first_few(found.in_window);
    return c.fail(c.machine(), f);
  }
  if (!found.this_boot.empty()) {
    f.observed = fmt::format("{} since boot", found.this_boot.size());
    f.evidence = first_few(found.this_boot);
    return c.warn(c.machine(), f);
  }
  f.observed = "none " + covered_text(c.now, log);
  if (const auto gap = c.input.window ? log_gap(log, *c.input.window) : ""; !gap.empty()) {
    f.observed += ", which does not reach over the run: " + gap;
    f.remedy = "enlarge the log buffer (log_buf_len=) or keep a kernel log file";
    return c.inconclusive(c.machine(), f);
  }
  c.pass(c.machine(), f);
}

const Register<Check> registered{{.name = "storage/errors",
                                  .about = "Storage errors in the kernel log",
                                  .why = "A drive that fails requests, or whose driver resets it, "
                                         "is on its way out or badly connected.",
                                  .run = errors}};

}  // namespace
}  // namespace gpuproof
