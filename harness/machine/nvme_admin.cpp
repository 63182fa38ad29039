// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/nvme_admin.h"

#include <fcntl.h>
#include <linux/nvme_ioctl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <stdexcept>

#include "harness/base/files.h"
#include "harness/base/text.h"
#include "harness/machine/live_files.h"

namespace gpuproof {
namespace {

using Blob = Fact<std::string>;

// Opcodes and fields of the NVM Express base specification, admin command set.
constexpr std::uint8_t get_log_page = 0x02, identify = 0x06;
constexpr std::uint32_t all_namespaces = 0xffffffff, health_log = 0x02, identify_controller = 1;

nvme_admin_cmd command_for(const std::string& request) {
  nvme_admin_cmd command{};
  command.timeout_ms = 5000;
  if (request == "nvme-identify") {
    command.opcode = identify;
    command.cdw10 = identify_controller;
    command.data_len = 4096;
  } else if (request == "nvme-smart") {
    command.opcode = get_log_page;
    command.nsid = all_namespaces;
    command.data_len = 512;
    command.cdw10 = health_log | ((command.data_len / 4 - 1) << 16);  // count of dwords, minus one
  } else {
    throw std::logic_error("unknown device request: " + request);
  }
  return command;
}

}  // namespace

Fact<std::string> nvme_admin(const std::string& device, const std::string& request) {
  auto command = command_for(request);
  if (!starts_with(device, "/dev/nvme")) return Blob::unreadable(device + ": not an NVMe device");
  const FileHandle handle(::open(device.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!handle) return failed<std::string>(device, errno);
  struct stat status {};
  if (::fstat(handle.get(), &status) != 0) return failed<std::string>(device, errno);
  if (!S_ISCHR(status.st_mode) && !S_ISBLK(status.st_mode))
    return Blob::unreadable(device + ": not a device");
  std::string answer(command.data_len, '\0');
  command.addr = reinterpret_cast<std::uintptr_t>(answer.data());
  const int rc = ::ioctl(handle.get(), NVME_IOCTL_ADMIN_CMD, &command);
  if (rc < 0) return Blob::unreadable(why_unreadable(device, errno));
  if (rc > 0)  // positive is the drive's own status field
    return Blob::unreadable(device + ": the drive refused " + request + " with NVMe status " +
                            std::to_string(rc));
  return answer;
}

}  // namespace gpuproof
