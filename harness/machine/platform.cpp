// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Where this runs, and what runs beside it.
#include "harness/base/text.h"
#include "harness/machine/auto_suspend.h"
#include "harness/machine/container.h"
#include "harness/machine/lasting_values.h"
#include "harness/machine/reader.h"
#include "harness/machine/running.h"

namespace gpuproof {
namespace {

Fact<std::string> default_target(const Host& host) {
  for (const auto* path :
       {"/etc/systemd/system/default.target", "/usr/lib/systemd/system/default.target",
        "/lib/systemd/system/default.target"})
    if (const auto target = host.resolve(path)) return target->substr(target->rfind('/') + 1);
  return {};
}

// The firmware's choice, else that of a daemon.
Fact<std::string> power_profile(const Host& host) {
  const auto firmware = host.read_line("/sys/firmware/acpi/platform_profile");
  if (firmware) return clean_text(*firmware);
  const auto tuned = host.read_line("/etc/tuned/active_profile");
  if (tuned && !tuned->empty()) return "tuned: " + clean_text(*tuned);
  return {};
}

void read_platform(const Host& host, Snapshot& snapshot) {
  auto& platform = snapshot.platform;
  platform.container = find_container(host);
  platform.hypervisor = find_hypervisor(host);
  platform.wsl = runs_under_windows(host);
  platform.is_root = host.is_root();
  platform.display_servers = RunningPrograms(host).all_of(
      {"Xorg", "X", "Xwayland", "gnome-shell", "kwin_x11", "kwin_wayland", "mutter", "cinnamon",
       "sway", "weston", "Hyprland", "labwc", "gamescope", "cosmic-comp", "Xvnc"});
  platform.default_target = default_target(host);
  if (platform.container) {
    const auto* why = "a container does not show the configuration of its host";
    platform.auto_suspend = Fact<std::string>::unreadable(why);
    platform.tuned_lost_on_reboot = Fact<std::vector<std::string>>::unreadable(why);
  } else {
    platform.auto_suspend = find_auto_suspend(host);
    platform.tuned_lost_on_reboot = values_lost_on_reboot(host);
  }
  platform.power_profile = power_profile(host);
}

const Register<Reader> registered{{.name = "platform", .read = read_platform}};

}  // namespace
}  // namespace gpuproof
