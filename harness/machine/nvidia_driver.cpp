// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The NVIDIA driver as it is installed and loaded, without asking the driver itself.
#include <algorithm>
#include <array>

#include "harness/base/text.h"
#include "harness/machine/config_files.h"
#include "harness/machine/kernel_release.h"
#include "harness/machine/nvidia_version.h"
#include "harness/machine/reader.h"
#include "harness/machine/running.h"

namespace gpuproof {
namespace {

void read_loaded_module(const Host& host, SoftwareFacts& software) {
  const std::string path = "/proc/driver/nvidia/version";
  const auto text = host.read(path);
  const auto module = text ? parse_nvidia_module(*text) : std::nullopt;
  if (module) {
    software.nvidia_module_version = module->version;
    software.nvidia_module_flavour = module->is_open ? "open" : "proprietary";
  } else if (text) {
    software.nvidia_module_version = software.nvidia_module_flavour = Fact<std::string>::unreadable(
        path + ": no version in \"" + clean_text(text->substr(0, 80)) + "\"");
  } else {
    // Some containers hide the file but not the module.
    software.nvidia_module_version = host.read_line("/sys/module/nvidia/version");
    if (text.is_unreadable())
      software.nvidia_module_flavour = Fact<std::string>::unreadable(text.why());
  }
}

std::vector<std::string> loader_folders(const Host& host) {
  std::vector<std::string> folders{"/usr/lib/x86_64-linux-gnu",
                                   "/lib/x86_64-linux-gnu",
                                   "/usr/lib64",
                                   "/lib64",
                                   "/usr/lib/aarch64-linux-gnu",
                                   "/usr/lib",
                                   "/usr/lib/wsl/lib",
                                   "/usr/local/nvidia/lib64",
                                   "/usr/lib/nvidia"};
  const auto text = config_text(host, {"/etc/ld.so.conf", "/etc/ld.so.conf.d"}, ".conf");
  for (const auto line : config_lines(text))
    if (starts_with(line, "/")) folders.emplace_back(line);
  return folders;
}

// The library that the loader takes first: where libnvidia-ml.so.1 leads, else the file beside it.
Fact<std::string> loaded_library_version(const Host& host) {
  for (const auto& folder : loader_folders(host)) {
    const auto target = host.resolve(folder + "/libnvidia-ml.so.1");
    if (target)
      if (auto version = library_version(target->substr(target->rfind('/') + 1))) return version;
    for (const auto& name : host.list(folder).value_or({}))
      if (auto version = library_version(name)) return version;
  }
  return {};
}

bool has_module(const Host& host, const std::string& folder) {
  for (const auto* ending : {"", ".xz", ".zst", ".gz"})
    if (host.exists(folder + "/nvidia.ko" + ending)) return true;
  return false;
}

// DKMS, NVIDIA's installer, RPM packages, and Ubuntu's signed modules each have a place of their
// own.
bool has_nvidia_module(const Host& host, const std::string& release) {
  const auto root = "/lib/modules/" + release;
  for (const auto* place :
       {"/updates/dkms", "/updates", "/kernel/drivers/video", "/extra", "/extra/nvidia",
        "/extra/drivers/video/nvidia", "/weak-updates/nvidia", "/misc"})
    if (has_module(host, root + place)) return true;
  for (const auto* place :
       {"/kernel", "/kernel/drivers/video", "/extra", "/updates", "/weak-updates"})
    for (const auto& name : host.list(root + place).value_or({}))
      if (starts_with(name, "nvidia") && has_module(host, root + place + "/" + name)) return true;
  return false;
}

Fact<std::vector<std::string>> module_kernels(const Host& host) {
  using Releases = std::vector<std::string>;
  return fact_from<Releases>(installed_releases(host), [&](const Releases& installed) {
    Releases with_module;
    for (const auto& release : installed)
      if (has_nvidia_module(host, release)) with_module.push_back(release);
    return with_module;
  });
}

Fact<std::vector<std::string>> device_nodes(const Host& host) {
  using Nodes = std::vector<std::string>;
  return fact_from<Nodes>(host.list("/dev"), [](const Nodes& names) {
    Nodes nodes;
    for (const auto& name : names)
      if (starts_with(name, "nvidia")) nodes.push_back("/dev/" + name);
    return nodes;
  });
}

Fact<bool> dkms_has_nvidia(const Host& host) {
  const auto names = host.list("/var/lib/dkms");
  if (names.is_unreadable()) return Fact<bool>::unreadable(names.why());
  const auto known = names.value_or({});
  return std::any_of(known.begin(), known.end(),
                     [](const auto& name) { return starts_with(name, "nvidia"); });
}

bool disables_nouveau(std::string_view line) {
  const auto parts = words(line);
  if (parts.size() < 2 || parts[1] != "nouveau") return false;
  const bool replaced =
      parts.size() > 2 && (contains(parts[2], "/false") || contains(parts[2], "/true"));
  return parts[0] == "blacklist" || (parts[0] == "install" && replaced);
}

// "modprobe.blacklist=nouveau,nova_core"
bool command_line_disables_nouveau(std::string_view command_line) {
  for (const auto word : words(command_line)) {
    const auto equals = word.find('=');
    const auto name = word.substr(0, equals);
    if (equals == word.npos || !contains(name, "blacklist")) continue;
    for (const auto module : split(word.substr(equals + 1), ','))
      if (module == "nouveau") return true;
  }
  return false;
}

bool nouveau_blacklisted(const Host& host) {
  const auto text = config_text(
      host, {"/etc/modprobe.d", "/run/modprobe.d", "/usr/lib/modprobe.d", "/lib/modprobe.d"},
      ".conf");
  const auto settings = config_lines(text);
  return std::any_of(settings.begin(), settings.end(), disables_nouveau) ||
         command_line_disables_nouveau(host.read_line("/proc/cmdline").value_or(""));
}

void read_nvidia_driver(const Host& host, Snapshot& snapshot) {
  auto& software = snapshot.software;
  read_loaded_module(host, software);
  software.nvidia_library_version = loaded_library_version(host);
  software.nvidia_module_kernels = module_kernels(host);
  software.nvidia_device_nodes = device_nodes(host);
  software.dkms_nvidia = dkms_has_nvidia(host);
  software.nouveau_blacklisted = nouveau_blacklisted(host);
  const RunningPrograms running(host);
  software.persistenced_running = running.any_of({"nvidia-persistenced"});
  software.fabric_manager_running = running.any_of({"nv-fabricmanager"});
}

const Register<Reader> registered{{.name = "nvidia_driver", .read = read_nvidia_driver}};

}  // namespace
}  // namespace gpuproof
