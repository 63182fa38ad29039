// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Block devices with their stack, NVMe identity and health, file systems.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/base/codec.h"
#include "harness/facts/fact.h"

namespace gpuproof {

struct NvmeSmart {
  int critical_warning = 0;
  Fact<int> temperature_c, warning_temp_c, critical_temp_c;
  std::vector<int> sensors_c;
  int available_spare_pct = 0, spare_threshold_pct = 0, percentage_used = 0;
  std::uint64_t media_errors = 0, error_log_entries = 0, unsafe_shutdowns = 0, power_on_hours = 0;
  std::uint64_t thermal_time_1_s = 0, thermal_time_2_s = 0, warning_temp_minutes = 0,
                critical_temp_minutes = 0;
};
template <class V>
void describe(V& v, NvmeSmart& x) {
  v("critical_warning", x.critical_warning, "bits of NVMe log page 2, byte 0");
  v("temperature_c", x.temperature_c, "composite");
  v("warning_temp_c", x.warning_temp_c, "WCTEMP of the controller");
  v("critical_temp_c", x.critical_temp_c, "CCTEMP of the controller");
  v("sensors_c", x.sensors_c);
  v("available_spare_pct", x.available_spare_pct);
  v("spare_threshold_pct", x.spare_threshold_pct);
  v("percentage_used", x.percentage_used);
  v("media_errors", x.media_errors);
  v("error_log_entries", x.error_log_entries);
  v("unsafe_shutdowns", x.unsafe_shutdowns);
  v("power_on_hours", x.power_on_hours);
  v("thermal_time_1_s", x.thermal_time_1_s, "seconds throttled lightly, lifetime");
  v("thermal_time_2_s", x.thermal_time_2_s, "seconds throttled heavily, lifetime");
  v("warning_temp_minutes", x.warning_temp_minutes);
  v("critical_temp_minutes", x.critical_temp_minutes);
}

struct BlockDevice {
  std::string name;  // nvme0n1, sda, md0, dm-0, loop0
  std::string kind;  // disk, partition, md, dm, loop, zram, ram
  std::vector<std::string> members;  // what it lies on: parent disk, array members, loop's file
  std::uint64_t bytes = 0;
  Fact<bool> rotational, removable;
  Fact<std::string> model, serial, firmware, transport, pci_address, scheduler;
  Fact<int> numa_node;
  Fact<std::string> raid_level, array_state, dm_type, backing_file;
  Fact<int> raid_disks, degraded_disks;
  Fact<int> logical_block;
  Fact<NvmeSmart> smart;
  Fact<bool> write_cache, poll;
};
template <class V>
void describe(V& v, BlockDevice& x) {
  v("name", x.name);
  v("kind", x.kind, "disk, partition, md, dm, loop, zram, ram");
  v("members", x.members, "names of the devices below");
  v("bytes", x.bytes);
  v("rotational", x.rotational);
  v("removable", x.removable);
  v("model", x.model);
  v("serial", x.serial);
  v("firmware", x.firmware);
  v("transport", x.transport, "nvme, sata, sas, usb, virtio, ...");
  v("pci_address", x.pci_address);
  v("scheduler", x.scheduler);
  v("numa_node", x.numa_node);
  v("raid_level", x.raid_level);
  v("array_state", x.array_state, "clean, active, degraded, recovering, inactive, ...");
  v("dm_type", x.dm_type, "crypt, linear, striped, cache, thin, ... from the uuid prefix");
  v("backing_file", x.backing_file);
  v("raid_disks", x.raid_disks);
  v("degraded_disks", x.degraded_disks);
  v("logical_block", x.logical_block, "bytes");
  v("smart", x.smart, "NVMe health log");
  v("write_cache", x.write_cache);
  v("poll", x.poll, "driver has poll queues");
}

struct FileSystem {
  std::string mount, source, type, options;
  Fact<std::uint64_t> total_bytes, free_bytes;
  Fact<std::string> device;
};
template <class V>
void describe(V& v, FileSystem& x) {
  v("mount", x.mount);
  v("source", x.source);
  v("type", x.type);
  v("options", x.options);
  v("total_bytes", x.total_bytes);
  v("free_bytes", x.free_bytes);
  v("device", x.device, "block device name below it");
}

struct StorageFacts {
  Fact<std::vector<BlockDevice>> devices;
  Fact<std::vector<FileSystem>> file_systems;
  Fact<std::string> output_path;

  const BlockDevice* find(const std::string& name) const {
    if (devices)
      for (const auto& device : *devices)
        if (device.name == name) return &device;
    return nullptr;
  }
};
template <class V>
void describe(V& v, StorageFacts& x) {
  v("devices", x.devices);
  v("file_systems", x.file_systems);
  v.maybe("output_path", x.output_path, "report folder of the run, absolute; null: none written");
}

}  // namespace gpuproof
