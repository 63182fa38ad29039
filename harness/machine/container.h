// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// What stands between this process and the hardware.
#pragma once

#include <string>

#include "harness/machine/host.h"

namespace gpuproof {

Fact<std::string> find_container(const Host&);   // docker, podman, kubernetes, lxc, ...
Fact<std::string> find_hypervisor(const Host&);  // kvm, vmware, hyper-v, ...; absent: bare metal
Fact<std::string> hypervisor_name(const std::string& cpuid_signature);
bool runs_under_windows(const Host&);  // WSL

}  // namespace gpuproof
