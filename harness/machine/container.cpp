// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether this runs in a container, a virtual machine or under Windows.
#include "harness/machine/container.h"

#include <utility>

#include "harness/base/text.h"
#include "harness/machine/mount_info.h"

namespace gpuproof {
namespace {

// systemd and several engines tell the first process: "container=podman".
Fact<std::string> told_to_init(const Host& host) {
  const auto environment = host.read("/proc/1/environ");
  if (!environment) return {};
  for (const auto entry : split(*environment, '\0'))
    if (starts_with(entry, "container=") && entry.size() > 10) return clean_text(entry.substr(10));
  return {};
}

Fact<std::string> told_by_cgroup(const Host& host) {
  for (const auto* path : {"/proc/1/cgroup", "/proc/self/cgroup"}) {
    const auto text = host.read(path).value_or("");
    for (const auto& [part, name] : {std::pair{"/kubepods", "kubernetes"},
                                     {"/docker/", "docker"},
                                     {"/docker-", "docker"},
                                     {"/libpod", "podman"},
                                     {"/lxc/", "lxc"},
                                     {"/lxc.payload", "lxc"}})
      if (contains(text, part)) return name;
  }
  return {};
}

// Virtual machines are made of container images too: then the marker of the image is left in a
// root that is a disk, below a kernel whose own threads are visible.
bool is_left_by_image(const Host& host) {
  if (!host.read_line("/proc/2/comm").is("kthreadd")) return false;
  for (const auto& mount : parse_mountinfo(host.read("/proc/self/mountinfo").value_or("")))
    if (mount.mount == "/") return mount.type != "overlay" && starts_with(mount.source, "/dev/");
  return false;
}

Fact<std::string> told_by_marker(const Host& host) {
  for (const auto& [path, name] : {std::pair{"/.dockerenv", "docker"},
                                   {"/run/.containerenv", "podman"},
                                   {"/.singularity.d", "apptainer"}})
    if (host.exists(path) && !is_left_by_image(host)) return name;
  return {};
}

}  // namespace

Fact<std::string> find_container(const Host& host) {
  if (host.exists("/run/secrets/kubernetes.io") || host.exists("/var/run/secrets/kubernetes.io"))
    return "kubernetes";
  const auto named = host.read_line("/run/systemd/container");
  if (named && !named->empty()) return clean_text(*named);
  if (const auto marker = told_by_marker(host)) return marker;
  const auto told = told_to_init(host);
  return told ? told : told_by_cgroup(host);
}

Fact<std::string> hypervisor_name(const std::string& signature) {
  for (const auto& [text, name] : {std::pair{"KVMKVMKVM", "kvm"},
                                   {"Linux KVM Hv", "kvm"},
                                   {"Microsoft Hv", "hyper-v"},
                                   {"VMwareVMware", "vmware"},
                                   {"XenVMMXenVMM", "xen"},
                                   {"VBoxVBoxVBox", "virtualbox"},
                                   {"prl hyperv", "parallels"},
                                   {"bhyve", "bhyve"},
                                   {"TCGTCGTCGTCG", "qemu"},
                                   {"ACRNACRNACRN", "acrn"},
                                   {"QNXQVMBSQG", "qnx"}})
    if (contains(signature, text)) return name;
  return signature.empty() ? "unnamed" : clean_text(signature);
}

Fact<std::string> find_hypervisor(const Host& host) {
  const auto signature = host.cpuid_vendor();
  if (signature.is_unreadable()) return signature;
  if (signature) return hypervisor_name(*signature);
  // No CPUID bit: another architecture, or a guest from which it is hidden for the sake of drivers.
  const auto vendor = host.read_line("/sys/class/dmi/id/sys_vendor").value_or("");
  const auto product = host.read_line("/sys/class/dmi/id/product_name").value_or("");
  if (vendor == "Microsoft Corporation" && product == "Virtual Machine") return "hyper-v";
  if (vendor == "Amazon EC2" && !contains(product, "metal")) return "kvm";
  for (const auto& [text, name] : {std::pair{"QEMU", "kvm"},
                                   {"VMware", "vmware"},
                                   {"Xen", "xen"},
                                   {"innotek", "virtualbox"},
                                   {"Parallels", "parallels"}})
    if (starts_with(vendor, text)) return name;
  if (product == "Google Compute Engine") return "kvm";
  return {};
}

bool runs_under_windows(const Host& host) {
  const auto release = lower(host.uname_release().value_or(""));
  return contains(release, "microsoft") || host.exists("/proc/sys/fs/binfmt_misc/WSLInterop");
}

}  // namespace gpuproof
