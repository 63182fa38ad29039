// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/block_stack.h"

#include <algorithm>
#include <filesystem>

#include "harness/base/text.h"
#include "harness/measure/storage/sys_file.h"

namespace gpuproof {
namespace {

constexpr int deepest = 16;  // deeper than any real stack; a loop in a broken tree ends here

std::string base_name(const std::string& path) { return fs::path(path).filename().string(); }

std::string mapper_type(const std::string& uuid, const std::vector<std::string>& member_uuids) {
  const auto has = [&](std::string_view part) {
    return contains(uuid, part) || std::any_of(member_uuids.begin(), member_uuids.end(),
                                               [&](auto& id) { return contains(id, part); });
  };
  if (starts_with(uuid, "CRYPT-VERITY")) return "verity";
  if (starts_with(uuid, "CRYPT-INTEGRITY")) return "integrity";
  if (starts_with(uuid, "CRYPT-")) return "crypt";
  if (starts_with(uuid, "mpath-")) return "multipath";
  if (starts_with(uuid, "part")) return "linear";
  if (has("-vdo") || starts_with(uuid, "VDO-")) return "vdo";
  // LVM names its hidden volumes by these endings.
  if (has("-cdata") || has("-cvol") || has("-cpool") || has("-corig")) return "cache";
  if (has("-cow") || has("-real")) return "snapshot";
  if (has("-tpool") || has("-tdata")) return "thin";
  if (starts_with(uuid, "LVM-")) return "linear";
  return uuid.empty() ? "unknown" : lower(split(uuid, '-').front());
}

std::string dm_detail(const fs::path& at, const std::vector<std::string>& members,
                      const fs::path& sys) {
  std::vector<std::string> ids;
  for (const auto& member : members)
    if (const auto id = sys_line(sys / "class/block" / member / "dm/uuid")) ids.push_back(*id);
  return mapper_type(sys_line(at / "dm/uuid").value_or(""), ids);
}

// Transport of a drive that is reached over a network, else empty.
std::string network_transport(const fs::path& at, const std::string& name) {
  if (starts_with(name, "nbd") || starts_with(name, "rbd") || starts_with(name, "drbd"))
    return name.substr(0, name.find_first_of("0123456789"));
  const std::string device = sys_resolve(at / "device").value_or("");
  if (contains(device, "/session")) return "iscsi";
  auto transport = sys_line(at / "device/transport");  // a controller, or below a subsystem:
  for (const auto& entry : sys_list(at / "device"))
    if (!transport && starts_with(entry, "nvme"))
      transport = sys_line(at / "device" / entry / "transport");
  return transport && *transport != "pcie" ? *transport : "";
}

std::string plain_kind(const std::string& name) {
  for (const auto& [prefix, kind] : {std::pair{"zram", "zram"},
                                     {"ram", "ram"},
                                     {"pmem", "pmem"},
                                     {"nullb", "null"},
                                     {"bcache", "bcache"}})
    if (starts_with(name, prefix)) return kind;
  return "disk";
}

StackDevice read_device(const std::string& name, const fs::path& sys) {
  const fs::path at = sys / "class/block" / name;
  StackDevice device{.name = name, .kind = plain_kind(name)};
  device.members = sys_list(at / "slaves");
  if (sys_exists(at / "partition")) {
    device.kind = "partition";
    device.members = {base_name(fs::path(sys_resolve(at).value_or("")).parent_path())};
  } else if (sys_exists(at / "md")) {
    device.kind = "md";
    device.detail = sys_line(at / "md/level").value_or("");
  } else if (sys_exists(at / "dm")) {
    device.kind = "dm";
    device.detail = dm_detail(at, device.members, sys);
  } else if (sys_exists(at / "loop")) {
    device.kind = "loop";
    device.detail = sys_line(at / "loop/backing_file").value_or("");
  } else if (const auto transport = network_transport(at, name); !transport.empty()) {
    device.kind = "network";
    device.detail = transport;
  }
  device.polled = sys_line(at / "queue/io_poll").value_or("0") == "1";
  device.rotational = sys_line(at / "queue/rotational").value_or("0") == "1";
  return device;
}

void walk(const std::string& name, const fs::path& sys, int depth,
          std::vector<StackDevice>& stack) {
  const bool known =
      std::any_of(stack.begin(), stack.end(), [&](auto& d) { return d.name == name; });
  if (known || depth > deepest || name.empty()) return;
  stack.push_back(read_device(name, sys));
  const auto members = stack.back().members;  // a copy: the vector grows below
  for (const auto& member : members) walk(member, sys, depth + 1, stack);
}

const StackDevice* find(const std::vector<StackDevice>& stack, const std::string& name) {
  for (const auto& device : stack)
    if (device.name == name) return &device;
  return nullptr;
}

}  // namespace

std::vector<StackDevice> read_block_stack(const std::string& major_minor, const std::string& root) {
  const auto path = sys_resolve(fs::path(root + "/sys/dev/block") / major_minor);
  if (!path) return {};
  return read_block_stack_of(base_name(*path), root);
}

std::vector<StackDevice> read_block_stack_of(const std::string& name, const std::string& root) {
  std::vector<StackDevice> stack;
  const fs::path sys = root + "/sys";
  if (sys_exists(sys / "class/block" / name)) walk(name, sys, 0, stack);
  return stack;
}

std::vector<std::string> drives_of(const std::vector<StackDevice>& stack) {
  std::vector<std::string> drives;
  for (const auto& device : stack)
    if (device.members.empty()) drives.push_back(device.name);
  return drives;
}

std::string drive_label(const std::vector<StackDevice>& stack) {
  if (stack.empty()) return "unknown";
  const StackDevice* device = &stack.front();
  while (device->kind != "md" && device->members.size() == 1) {
    const StackDevice* below = find(stack, device->members.front());
    if (!below) break;
    device = below;
  }
  return device->name;
}

std::string stack_text(const std::vector<StackDevice>& stack) {
  std::string text;
  for (const auto& device : stack) {
    if (!text.empty()) text += ", ";
    text +=
        device.name + " (" + device.kind + (device.detail.empty() ? "" : " " + device.detail) + ")";
    if (!device.members.empty()) text += " on " + join(device.members, " + ");
  }
  return text.empty() ? "unknown" : text;
}

}  // namespace gpuproof
