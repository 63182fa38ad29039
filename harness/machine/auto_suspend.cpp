// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Idle machines that fall asleep: logind's idle action, and desktops, which do so by default.
#include "harness/machine/auto_suspend.h"

#include "harness/base/text.h"
#include "harness/machine/config_files.h"

namespace gpuproof {
namespace {

// systemctl mask leaves a link to nowhere.
bool is_masked(const Host& host, const std::string& unit) {
  return host.resolve("/etc/systemd/system/" + unit).is("/dev/null");
}

Fact<std::string> logind_action(const Host& host) {
  const auto text = config_text(
      host,
      {"/usr/lib/systemd/logind.conf", "/etc/systemd/logind.conf", "/usr/lib/systemd/logind.conf.d",
       "/run/systemd/logind.conf.d", "/etc/systemd/logind.conf.d"},
      ".conf");
  const auto values = parse_assignments(text);
  const auto action = values.find("IdleAction");
  if (action == values.end() || action->second.empty() || action->second == "ignore" ||
      action->second == "lock")
    return {};
  const auto after = values.find("IdleActionSec");
  return "logind: IdleAction=" + action->second +
         (after == values.end() ? "" : " after " + after->second);
}

// GNOME suspends after 15 or 20 idle minutes unless told otherwise, at the login screen too.
Fact<std::string> gnome_default(const Host& host) {
  const auto target = host.resolve("/etc/systemd/system/default.target");
  const bool has_desktop = target && contains(*target, "graphical");
  const bool has_gdm = host.exists("/etc/systemd/system/display-manager.service") &&
                       (host.exists("/usr/sbin/gdm3") || host.exists("/usr/sbin/gdm"));
  if (!has_desktop || !has_gdm) return {};
  auto text = config_text(host, {"/etc/gdm3/greeter.dconf-defaults"});
  for (const auto& folder : host.list("/etc/dconf/db").value_or({}))
    text += config_text(host, {"/etc/dconf/db/" + folder});
  for (const auto line : config_lines(text))
    if (starts_with(line, "sleep-inactive-ac-type") && contains(line, "nothing")) return {};
  return "GNOME: suspends an idle machine unless sleep-inactive-ac-type is 'nothing'";
}

}  // namespace

Fact<std::string> find_auto_suspend(const Host& host) {
  if (is_masked(host, "sleep.target") || is_masked(host, "suspend.target")) return {};
  const auto action = logind_action(host);
  return action ? action : gnome_default(host);
}

}  // namespace gpuproof
