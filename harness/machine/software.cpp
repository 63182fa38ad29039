// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The operating system, loaded modules, and what its package manager is about to do.
#include <algorithm>
#include <array>

#include "harness/base/text.h"
#include "harness/machine/config_files.h"
#include "harness/machine/reader.h"

namespace gpuproof {
namespace {

constexpr std::array<std::string_view, 40> wanted_modules{
    "ahci",   "amdgpu",  "ast",     "bcache",   "bnxt_en", "dm_*",       "e1000e",  "*edac*",
    "gdrdrv", "i40e",    "i915",    "ib_*",     "ice",     "igb",        "igc",     "iommufd",
    "irdma",  "ixgbe",   "kvm*",    "lustre",   "md_mod",  "megaraid_*", "mgag200", "mlx4_*",
    "mlx5_*", "mpt3sas", "nouveau", "nova_*",   "nv_*",    "nvidia*",    "nvme*",   "r8169",
    "raid*",  "rdma*",   "vfio*",   "virtio_*", "xe",      "zfs",        "nvmet*",  "rnbd*"};

bool is_wanted(std::string_view name) {
  return std::any_of(wanted_modules.begin(), wanted_modules.end(),
                     [&](auto pattern) { return glob_match(pattern, name); });
}

Fact<std::vector<Module>> read_modules(const Host& host) {
  using Modules = std::vector<Module>;
  return fact_from<Modules>(host.read("/proc/modules"), [&](const std::string& text) {
    Modules modules;
    for (const auto line : lines(text)) {
      const auto parts = words(line);
      if (parts.empty() || !is_wanted(parts[0])) continue;
      const std::string name(parts[0]);
      modules.push_back({name, host.read_line("/sys/module/" + name + "/version")});
    }
    std::sort(modules.begin(), modules.end(), [](auto& a, auto& b) { return a.name < b.name; });
    return modules;
  });
}

void read_os_release(const Host& host, SoftwareFacts& software) {
  auto text = host.read("/etc/os-release");
  if (!text) text = host.read("/usr/lib/os-release");
  const auto values = fact_from<std::map<std::string, std::string>>(text, parse_assignments);
  const auto value = [&](const char* name) {
    return fact_from<std::string>(values, [&](const auto& v) {
      const auto found = v.find(name);
      return found == v.end() ? std::optional<std::string>() : found->second;
    });
  };
  software.os_id = value("ID");
  software.os_version = value("VERSION_ID");
  software.os_pretty_name = value("PRETTY_NAME");
  software.os_support_end = value("SUPPORT_END");
}

bool is_debian_like(const Host& host) { return host.exists("/var/lib/dpkg/status"); }

// Only Debian and Ubuntu leave a file behind; elsewhere nothing says it.
Fact<bool> reboot_required(const Host& host) {
  for (const auto* path : {"/run/reboot-required", "/var/run/reboot-required"})
    if (host.exists(path)) return true;
  return is_debian_like(host) ? Fact<bool>(false) : Fact<bool>();
}

// APT::Periodic::Unattended-Upgrade "1"; — or the timer of dnf-automatic.
Fact<bool> unattended_upgrades(const Host& host) {
  for (const auto* timer :
       {"dnf-automatic.timer", "dnf-automatic-install.timer", "dnf5-automatic.timer"})
    if (host.exists(std::string("/etc/systemd/system/timers.target.wants/") + timer)) return true;
  const auto text = config_text(host, {"/etc/apt/apt.conf", "/etc/apt/apt.conf.d"});
  Fact<bool> enabled =
      is_debian_like(host) || host.exists("/etc/dnf") ? Fact<bool>(false) : Fact<bool>();
  for (const auto line : config_lines(text)) {
    if (starts_with(line, "//") || !contains(line, "APT::Periodic::Unattended-Upgrade")) continue;
    const auto quote = line.find('"');
    const auto value = quote == line.npos ? line : line.substr(quote + 1);
    enabled = !starts_with(value, "0");
  }
  return enabled;
}

void read_software(const Host& host, Snapshot& snapshot) {
  auto& software = snapshot.software;
  read_os_release(host, software);
  software.modules = read_modules(host);
  software.reboot_required = reboot_required(host);
  software.unattended_upgrades = unattended_upgrades(host);
}

const Register<Reader> registered{{.name = "software", .read = read_software}};

}  // namespace
}  // namespace gpuproof
