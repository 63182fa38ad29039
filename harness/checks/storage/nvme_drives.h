// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// NVMe drives of a snapshot, and where their items stand.
#pragma once

#include <vector>

#include "harness/checks/check.h"

namespace gpuproof {

// Block devices that are whole NVMe drives (the first namespace stands for the drive).
inline std::vector<const BlockDevice*> nvme_drives(const Snapshot& snapshot) {
  std::vector<const BlockDevice*> drives;
  if (snapshot.storage.devices)
    for (const auto& device : *snapshot.storage.devices)
      if (device.kind == "disk" && (device.transport.is("nvme") || device.smart))
        drives.push_back(&device);
  return drives;
}

// The same drive in the earlier state: by serial where there is one, else by name.
inline const BlockDevice* same_drive(const Snapshot* before, const BlockDevice& drive) {
  if (!before) return nullptr;
  for (const auto* earlier : nvme_drives(*before))
    if (drive.serial && earlier->serial ? *drive.serial == *earlier->serial
                                        : drive.name == earlier->name)
      return earlier;
  return nullptr;
}

// False, with one item that says so, where there is no drive to judge.
inline bool has_nvme(CheckContext& c) {
  if (!c.readable(c.now.storage.devices, c.machine())) return false;
  if (!nvme_drives(c.now).empty()) return true;
  c.skip(SkipKind::not_applicable, c.machine(), {.observed = "no NVMe drive"});
  return false;
}

}  // namespace gpuproof
