// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Block devices and what they lie on, from /sys/block.
#include "harness/machine/block_devices.h"

#include <algorithm>

#include "harness/base/text.h"
#include "harness/facts/log_scan.h"
#include "harness/machine/nvme_parse.h"

namespace gpuproof {
namespace {

Fact<bool> flag(const Host& host, const std::string& path) {
  return fact_from<bool>(host.read_int(path), [](auto value) { return value != 0; });
}

Fact<std::string> text_of(const Host& host, const std::string& path) {
  return fact_from<std::string>(host.read_line(path), [](const std::string& line) {
    return line.empty() ? std::optional<std::string>() : clean_text(line);
  });
}

std::uint64_t bytes_of(const Host& host, const std::string& folder) {
  const auto sectors = host.read_int(folder + "/size");  // of 512 bytes, whatever the block size
  return sectors && *sectors > 0 ? static_cast<std::uint64_t>(*sectors) * 512 : 0;
}

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

bool is_numbered(std::string_view name, std::string_view stem) {
  return starts_with(name, stem) && to_uint(name.substr(stem.size())).has_value();
}

// "mq-deadline kyber [none]"; device mapper writes the bare name.
Fact<std::string> chosen(const Fact<std::string>& line) {
  return fact_from<std::string>(line, [](const std::string& text) {
    const auto open = text.find('['), close = text.find(']');
    return open < close && close != text.npos ? text.substr(open + 1, close - open - 1) : text;
  });
}

// Where the NVMe controller of a drive stands in /sys. Under multipath the drive hangs below its
// subsystem, which links to the controllers.
Fact<std::string> nvme_controller(const Host& host, const std::string& folder) {
  const auto device = host.resolve(folder + "/device");
  if (!device || !starts_with(base_name(*device), "nvme-subsys")) return device;
  const auto entries = host.list(*device);
  if (!entries) return {};
  for (const auto& entry : *entries)
    if (is_numbered(entry, "nvme")) return host.resolve(*device + "/" + entry);
  return {};
}

Fact<NvmeSmart> read_smart(const Host& host, const std::string& controller) {
  const auto device = "/dev/" + base_name(controller);
  const auto log = host.ioctl_blob(device, "nvme-smart");
  if (log.is_unreadable()) return Fact<NvmeSmart>::unreadable(log.why());
  // Every NVMe drive has this log: silence is a gap, never a property of the drive.
  if (!log) return Fact<NvmeSmart>::unreadable(device + " gives no health log");
  auto smart = parse_nvme_smart(*log);
  if (smart) add_nvme_limits(*smart, host.ioctl_blob(device, "nvme-identify"));
  return smart;
}

void read_nvme(const Host& host, const std::string& folder, BlockDevice& drive) {
  const auto controller = nvme_controller(host, folder);
  if (!controller) return;
  const auto transport = host.read_line(*controller + "/transport");
  drive.transport = !transport || *transport == "pcie" ? "nvme" : "nvme-" + *transport;
  drive.model = text_of(host, *controller + "/model");
  drive.serial = text_of(host, *controller + "/serial");
  drive.firmware = text_of(host, *controller + "/firmware_rev");
  drive.pci_address = pci_address_of_path(*controller);
  drive.smart = read_smart(host, *controller);
}

// By the path that the device hangs on.
Fact<std::string> transport_of(const std::string& resolved) {
  for (const auto& [part, name] : {std::pair{"/usb", "usb"},
                                   {"/ata", "sata"},
                                   {"/end_device-", "sas"},
                                   {"/virtio", "virtio"},
                                   {"/mmc_host/", "mmc"},
                                   {"/rport-", "fc"},
                                   {"/session", "iscsi"},
                                   {"/vbd-", "xen"},
                                   {"/host", "scsi"}})
    if (contains(resolved, part)) return name;
  return {};
}

// Unit serial number (SCSI page 0x80): four bytes of header, then text.
Fact<std::string> scsi_serial(const Host& host, const std::string& folder) {
  return fact_from<std::string>(
      host.read(folder + "/device/vpd_pg80"), [](const std::string& page) {
        const auto serial = page.size() > 4 ? trim(std::string_view(page).substr(4)) : "";
        return serial.empty() ? std::optional<std::string>() : clean_text(serial);
      });
}

void read_disk(const Host& host, const std::string& folder, BlockDevice& drive) {
  const auto resolved = host.resolve(folder);
  if (resolved) {
    drive.transport = transport_of(*resolved);
    drive.pci_address = pci_address_of_path(*resolved);
  }
  drive.model = text_of(host, folder + "/device/model");
  drive.firmware = text_of(host, folder + "/device/rev");
  drive.serial = text_of(host, folder + "/serial");
  if (!drive.serial) drive.serial = scsi_serial(host, folder);
}

// One word for what md says in three files.
Fact<std::string> array_state(const Host& host, const std::string& md, const Fact<int>& degraded) {
  const auto action = host.read_line(md + "/sync_action");
  if (action.is("recover")) return "recovering";
  if (action.is("resync")) return "resyncing";
  if (action.is("reshape")) return "reshaping";
  if (degraded && *degraded > 0) return "degraded";
  return text_of(host, md + "/array_state");
}

void read_array(const Host& host, const std::string& folder, BlockDevice& array) {
  const auto md = folder + "/md";
  array.raid_level = text_of(host, md + "/level");
  array.raid_disks = host.read_int32(md + "/raid_disks");
  array.degraded_disks = host.read_int32(md + "/degraded");  // absent for levels without spare data
  array.array_state = array_state(host, md, array.degraded_disks);
}

// "CRYPT-LUKS2-…", "LVM-…-tpool", "mpath-…", "part1-mpath-…"
std::string dm_type(const std::string& uuid) {
  const auto prefix = uuid.substr(0, uuid.find('-'));
  if (starts_with(uuid, "CRYPT-VERITY")) return "verity";
  if (prefix == "CRYPT") return "crypt";
  if (prefix == "mpath") return "multipath";
  if (starts_with(prefix, "part")) return "partition";
  if (prefix != "LVM") return lower(prefix);
  // The identity has no dash; one behind it names the layer of a cache, pool or snapshot.
  const auto layer = uuid.find('-', 4);
  return layer == std::string::npos ? "lvm" : "lvm-" + uuid.substr(layer + 1);
}

std::string kind_of(const Host& host, const std::string& name, const std::string& folder) {
  if (host.exists(folder + "/md")) return "md";
  if (host.exists(folder + "/dm")) return "dm";
  for (const auto* kind : {"loop", "zram", "ram", "bcache"})
    if (is_numbered(name, kind)) return kind;
  return "disk";
}

void read_queue(const Host& host, const std::string& folder, BlockDevice& device) {
  device.rotational = flag(host, folder + "/queue/rotational");
  device.removable = flag(host, folder + "/removable");
  device.scheduler = chosen(text_of(host, folder + "/queue/scheduler"));
  device.logical_block = host.read_int32(folder + "/queue/logical_block_size");
  device.poll = flag(host, folder + "/queue/io_poll");
  device.write_cache = fact_from<bool>(host.read_line(folder + "/queue/write_cache"),
                                       [](const auto& mode) { return mode == "write back"; });
}

void read_place(const Host& host, const std::string& folder, BlockDevice& device) {
  if (starts_with(device.name, "nvme"))
    read_nvme(host, folder, device);
  else
    read_disk(host, folder, device);
  if (device.pci_address)
    device.numa_node =
        host.read_int32("/sys/bus/pci/devices/" + *device.pci_address + "/numa_node");
}

BlockDevice read_device(const Host& host, const std::string& name) {
  const auto folder = "/sys/block/" + name;
  BlockDevice device{.name = name, .kind = kind_of(host, name, folder)};
  device.bytes = bytes_of(host, folder);
  read_queue(host, folder, device);
  device.members = host.list(folder + "/slaves").value_or({});
  if (device.kind == "disk") read_place(host, folder, device);
  if (device.kind == "md") read_array(host, folder, device);
  if (device.kind == "dm")
    device.dm_type = fact_from<std::string>(text_of(host, folder + "/dm/uuid"), dm_type);
  if (device.kind == "loop") {
    device.backing_file = text_of(host, folder + "/loop/backing_file");
    if (device.backing_file) device.members = {*device.backing_file};
  }
  return device;
}

std::vector<BlockDevice> read_partitions(const Host& host, const std::string& disk) {
  std::vector<BlockDevice> partitions;
  for (const auto& entry : host.list("/sys/block/" + disk).value_or({})) {
    const auto folder = "/sys/block/" + disk + "/" + entry;
    if (!starts_with(entry, disk) || !host.exists(folder + "/partition")) continue;
    partitions.push_back(
        {.name = entry, .kind = "partition", .members = {disk}, .bytes = bytes_of(host, folder)});
  }
  return partitions;
}

// Loop devices and RAM disks stand ready in numbers without holding anything; hidden are the paths
// of NVMe multipath below the drive itself.
bool is_idle(const Host& host, const BlockDevice& device) {
  if (device.kind == "loop") return !device.backing_file;
  if (device.kind == "zram" || device.kind == "ram") return device.bytes == 0;
  return flag(host, "/sys/block/" + device.name + "/hidden").is(true);
}

}  // namespace

Fact<std::string> pci_address_of_path(const std::string& resolved) {
  Fact<std::string> last;
  for (const auto part : split(resolved, '/')) {
    LogScan scan(part);
    const auto address = scan.address();
    if (address && scan.rest().empty()) last = *address;
  }
  return last;
}

Fact<std::vector<BlockDevice>> read_block_devices(const Host& host) {
  const auto names = host.list("/sys/block");
  if (names.is_unreadable()) return Fact<std::vector<BlockDevice>>::unreadable(names.why());
  if (!names) return {};
  std::vector<BlockDevice> devices;
  for (const auto& name : *names) {
    auto device = read_device(host, name);
    if (is_idle(host, device)) continue;
    devices.push_back(std::move(device));
    for (auto& partition : read_partitions(host, name)) devices.push_back(std::move(partition));
  }
  return devices;
}

}  // namespace gpuproof
