// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/checks/gpu/driver_state.h"

#include <fmt/core.h>

#include <algorithm>

#include "harness/base/text.h"
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

bool lists(const Fact<std::vector<std::string>>& list, std::string_view name) {
  return list && std::any_of(list->begin(), list->end(), [&](const auto& entry) {
           return entry == name || entry.ends_with("/" + std::string(name));
         });
}

bool module_listed(const Snapshot& s, std::string_view name) {
  return s.software.modules && std::any_of(s.software.modules->begin(), s.software.modules->end(),
                                           [&](const auto& module) { return module.name == name; });
}

bool bound_to(const Snapshot& s, const std::string& driver) {
  const auto gpus = nvidia_gpus(s);
  return std::any_of(gpus.begin(), gpus.end(),
                     [&](const auto* gpu) { return gpu->driver.is(driver); });
}

// NVML's answer names a failure of the container: unknown error is what a closed cgroup gives.
bool looks_withheld(const Snapshot& s) {
  if (!s.platform.container || nvidia_module_loaded(s) == false) return false;
  const auto& nodes = s.software.nvidia_device_nodes;
  const bool no_nodes = (nodes && !lists(nodes, "nvidiactl")) || nodes.is_absent();
  const auto answer = s.gpu.nvml_result.value_or("");
  if (answer == "NVML_SUCCESS") return false;
  return (no_nodes && nvidia_module_loaded(s) == true) || answer == "NVML_ERROR_UNKNOWN" ||
         answer == "NVML_ERROR_NO_PERMISSION";
}

std::optional<DriverFault> container_fault(const Snapshot& s) {
  if (!looks_withheld(s)) return std::nullopt;
  DriverFault fault;
  fault.withheld = true;
  fault.evidence = {"container: " + *s.platform.container};
  if (s.gpu.nvml_result) fault.evidence.push_back("NVML says " + *s.gpu.nvml_result);
  if (lists(s.software.nvidia_device_nodes, "nvidiactl")) {
    fault.observed = "this container has the device files but may not use them";
    fault.cause =
        "the container lost its device permission (a cgroup reload on the host does "
        "that); the GPUs themselves are not at fault";
    fault.remedy =
        "restart the container; on the host give the devices by CDI or add the "
        "/dev/char links, so that a reload keeps them";
  } else {
    fault.observed = "this container has no GPU devices although the host's driver is loaded";
    fault.cause = "the container was started without GPUs";
    fault.remedy =
        "start it with --gpus all (or a CDI device) and install the NVIDIA container "
        "toolkit on the host";
    fault.who = Who::user;
  }
  return fault;
}

std::optional<DriverFault> nouveau_fault(const Snapshot& s) {
  if (!bound_to(s, "nouveau") && !module_listed(s, "nouveau")) return std::nullopt;
  return DriverFault{.observed = "the nouveau driver holds the GPUs",
                     .cause = "nouveau was loaded instead of NVIDIA's module",
                     .remedy =
                         "blacklist nouveau (a file in /etc/modprobe.d with 'blacklist "
                         "nouveau' and 'options nouveau modeset=0'), rebuild the initramfs, "
                         "reboot"};
}

std::optional<DriverFault> secure_boot_fault(const Snapshot& s) {
  auto evidence = log_lines_with(s, {"Key was rejected by service", "Loading of unsigned module",
                                     "unsigned module loading is restricted"});
  if (evidence.empty()) return std::nullopt;
  if (s.kernel.secure_boot.is(true)) evidence.push_back("secure boot is on");
  return DriverFault{.observed = "the kernel refused the NVIDIA module",
                     .cause = "the module is not signed with a key that secure boot knows",
                     .remedy =
                         "sign the module and enrol its key (mokutil --import), use the "
                         "distribution's signed module, or turn secure boot off",
                     .evidence = std::move(evidence)};
}

std::optional<DriverFault> unsupported_gpu_fault(const Snapshot& s) {
  auto evidence = log_lines_with(
      s, {"is not supported by open", "legacy drivers", "not supported by the NVIDIA"});
  if (evidence.empty()) return std::nullopt;
  return DriverFault{.observed = "the installed module does not know this GPU",
                     .cause =
                         "module and GPU generation do not fit: the open module wants Turing "
                         "or newer, the newest branches drop old GPUs",
                     .remedy = "install the branch and flavour that the log line names",
                     .evidence = std::move(evidence)};
}

std::optional<DriverFault> missing_build_fault(const Snapshot& s) {
  const auto& kernels = s.software.nvidia_module_kernels;
  if (!kernels || !s.kernel.release || lists(kernels, *s.kernel.release)) return std::nullopt;
  if (kernels->empty())
    return DriverFault{.observed = "no NVIDIA module is installed",
                       .cause = "the NVIDIA driver is not installed",
                       .remedy = "install the NVIDIA driver of the distribution, then reboot"};
  return DriverFault{
      .observed = "no NVIDIA module for the running kernel " + *s.kernel.release,
      .cause = fmt::format("the module was built for {} only", join(*kernels, ", ")),
      .remedy =
          "install the headers of the running kernel and run dkms autoinstall, or boot a "
          "kernel that has the module"};
}

std::optional<DriverFault> module_fault(const Snapshot& s) {
  if (nvidia_module_loaded(s) != false) return std::nullopt;
  if (auto fault = secure_boot_fault(s)) return fault;
  if (auto fault = nouveau_fault(s)) return fault;
  if (bound_to(s, "vfio-pci"))
    return DriverFault{.observed = "the GPUs are bound to vfio-pci",
                       .cause = "the GPUs are set aside for virtual machines",
                       .remedy = "test inside the virtual machine, or unbind vfio-pci"};
  if (auto fault = unsupported_gpu_fault(s)) return fault;
  if (auto fault = missing_build_fault(s)) return fault;
  return DriverFault{.observed = "the NVIDIA module is not loaded",
                     .cause = "the NVIDIA module is installed but not loaded",
                     .remedy = "modprobe nvidia, and read the kernel log for why it did not load",
                     .evidence = log_lines_with(s, {"NVRM:", "nvidia:", "modprobe"})};
}

std::optional<DriverFault> version_fault(const Snapshot& s) {
  const auto& module = s.software.nvidia_module_version;
  const auto library = driver_library_version(s);
  const bool differ =
      module && library && compare_versions(*module, *library) == VersionMatch::differ;
  if (!differ && !contains(s.gpu.nvml_result.value_or(""), "MISMATCH")) return std::nullopt;
  const auto text = [](const Fact<std::string>& version) { return version.value_or("unknown"); };
  DriverFault fault;
  fault.observed = fmt::format("library {}, loaded module {}", text(library), text(module));
  fault.cause = fmt::format(
      "the driver's library {} does not fit the loaded module {}: the "
      "packages were upgraded without a restart",
      text(library), text(module));
  if (!differ && module && library)
    fault.evidence.push_back("NVML names only part of its version: the difference is in the rest");
  fault.remedy = "reboot or reload the module; hold the driver packages against upgrades by night";
  if (s.gpu.nvml_result) fault.evidence.push_back("NVML says " + *s.gpu.nvml_result);
  for (auto& line : log_lines_with(s, {"API mismatch"})) fault.evidence.push_back(std::move(line));
  return fault;
}

std::string init_remedy(const std::string& result) {
  if (contains(result, "NO_PERMISSION"))
    return "give this user access to /dev/nvidia* (group video or render), or run as root";
  if (contains(result, "LIBRARY_NOT_FOUND"))
    return "install the driver's library package (libnvidia-ml.so.1), or name its folder with "
           "--library-path";
  if (contains(result, "DRIVER_NOT_LOADED")) return "modprobe nvidia, and read the kernel log";
  return "read the kernel log, reload the module or reboot";
}

std::optional<DriverFault> init_fault(const Snapshot& s) {
  const auto& result = s.gpu.nvml_result;
  if (!result || *result == "NVML_SUCCESS" || *result == "SUCCESS") {
    // A library that crashed says nothing while CUDA works.
    if (!result.is_unreadable() || s.gpu.cuda_result.is("CUDA_SUCCESS")) return std::nullopt;
    return DriverFault{.observed = "NVML did not answer: " + result.why(),
                       .cause = "NVML did not answer",
                       .remedy = "read the kernel log, reload the module or reboot",
                       .evidence = log_lines_with(s, {"NVRM:"})};
  }
  return DriverFault{.observed = "NVML could not start: " + *result,
                     .cause = "NVML could not start: " + *result,
                     .remedy = init_remedy(*result),
                     .evidence = log_lines_with(s, {"NVRM:"})};
}

}  // namespace

std::optional<bool> nvidia_module_loaded(const Snapshot& s) {
  if (s.software.nvidia_module_version || module_listed(s, "nvidia") || bound_to(s, "nvidia"))
    return true;
  if (s.software.nvidia_module_version.is_unreadable() && !s.software.modules) return std::nullopt;
  return false;
}

VersionMatch compare_versions(const std::string& a, const std::string& b) {
  const auto left = split(trim(a), '.'), right = split(trim(b), '.');
  for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
    const auto x = to_int(left[i]), y = to_int(right[i]);
    if (x && y ? *x != *y : left[i] != right[i]) return VersionMatch::differ;
  }
  return left.size() == right.size() ? VersionMatch::equal : VersionMatch::open;
}

Fact<std::string> driver_library_version(const Snapshot& s) {
  if (s.software.nvidia_library_version || !s.gpu.nvml_library_version)
    return s.software.nvidia_library_version;
  const auto& version = *s.gpu.nvml_library_version;
  const auto dot = version.find('.');
  const auto first = to_int(version.substr(0, dot));
  // Driver branches count from 300 up, CUDA majors stay far below.
  if (first && *first < 100 && dot != std::string::npos) return version.substr(dot + 1);
  return version;
}

std::vector<std::string> log_lines_with(const Snapshot& s, const std::vector<std::string>& parts) {
  std::vector<std::string> found;
  if (!s.kernel_log) return found;
  for (const auto& line : s.kernel_log->lines)
    if (!line.earlier_boot && found.size() < 3 &&
        std::any_of(parts.begin(), parts.end(),
                    [&](const auto& part) { return contains(line.text, part); }))
      found.push_back(line.text);
  return found;
}

std::optional<DriverFault> driver_fault(const Snapshot& s) {
  if (!s.platform.wsl.is(true)) {
    if (auto fault = container_fault(s)) return fault;
    if (auto fault = module_fault(s)) return fault;
  }
  if (auto fault = version_fault(s)) return fault;
  return init_fault(s);
}

}  // namespace gpuproof
