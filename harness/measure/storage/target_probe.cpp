// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/target_probe.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <memory>

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/text.h"
#include "harness/measure/storage/sys_file.h"

// Linux 6.1; absent from older headers.
#ifndef STATX_DIOALIGN
#define STATX_DIOALIGN 0x2000U
#endif

namespace gpuproof {
namespace {

constexpr int overlay_depth = 4;  // overlays on overlays; more is a broken mount table

bool kernel_at_least(int major, int minor) {
  utsname name{};
  if (::uname(&name) != 0) return false;
  const auto parts = split(name.release, '.');
  const auto a = parts.empty() ? std::nullopt : to_int(parts[0]);
  const auto b = parts.size() < 2 ? std::nullopt : first_number(parts[1]);
  return a && b && (*a > major || (*a == major && *b >= minor));
}

// mountinfo writes blanks and backslashes as octal.
std::string unescape(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto code =
        text[i] == '\\' && i + 3 < text.size() ? to_uint(text.substr(i + 1, 3), 8) : std::nullopt;
    plain += code ? static_cast<char>(*code) : text[i];
    if (code) i += 3;
  }
  return plain;
}

bool holds(const std::string& mount, const std::string& path) {
  if (mount == "/" || mount == path) return true;
  return starts_with(path, mount) && path[mount.size()] == '/';
}

std::string device_number(dev_t device) {
  return fmt::format("{}:{}", major(device), minor(device));
}

std::string option_value(const std::string& options, std::string_view name) {
  for (const auto part : split(options, ','))
    if (starts_with(part, name) && part.size() > name.size() && part[name.size()] == '=')
      return std::string(part.substr(name.size() + 1));
  return "";
}

// btrfs names one member in the mount table; sysfs lists them all.
std::vector<StackDevice> btrfs_stack(const std::string& source_name) {
  std::vector<StackDevice> all;
  for (const auto& id : sys_list("/sys/fs/btrfs")) {
    const auto devices = sys_list("/sys/fs/btrfs/" + id + "/devices");
    if (std::find(devices.begin(), devices.end(), source_name) == devices.end()) continue;
    for (const auto& device : devices)
      for (auto& below : read_block_stack_of(device)) all.push_back(std::move(below));
    if (devices.size() > 1) all.insert(all.begin(), {"btrfs", "btrfs", "", devices});
  }
  return all;
}

std::vector<StackDevice> find_stack(const std::string& path, const MountEntry& mount, int depth) {
  struct stat status {};
  if (mount.type == "overlay") {
    const auto upper = sys_resolve(option_value(mount.options, "upperdir"));
    if (!upper || depth >= overlay_depth) return {};
    const auto table = sys_text("/proc/self/mountinfo").value_or("");
    return find_stack(*upper, find_mount(table, *upper), depth + 1);
  }
  if (::stat(path.c_str(), &status) == 0 && major(status.st_dev) != 0)
    return read_block_stack(device_number(status.st_dev));
  // An anonymous device number: the mount source is all there is.
  if (!starts_with(mount.source, "/dev/") || ::stat(mount.source.c_str(), &status) != 0) return {};
  const auto stack = read_block_stack(device_number(status.st_rdev));
  if (mount.type != "btrfs" || stack.empty()) return stack;
  const auto members = btrfs_stack(stack.front().name);
  return members.empty() ? stack : members;
}

void read_statx(int fd, TargetFacts& facts) {
  struct statx status {};
  if (::statx(fd, "", AT_EMPTY_PATH, STATX_BASIC_STATS | STATX_DIOALIGN, &status) != 0) return;
  if (status.stx_mask & STATX_DIOALIGN)
    facts.direct = DirectAlignment{status.stx_dio_mem_align, status.stx_dio_offset_align};
  facts.dax = status.stx_attributes & STATX_ATTR_DAX;
  facts.encrypted = status.stx_attributes & STATX_ATTR_ENCRYPTED;
  facts.compressed = status.stx_attributes & STATX_ATTR_COMPRESSED;
}

[[noreturn]] void cannot_make_file(const std::string& folder, int number) {
  throw InputError(folder, "no test file can be made here: " + errno_text(number) +
                               "; name another folder with --storage");
}

// A file without a name where the file system has them, else one that loses its name at once.
FileHandle unnamed_file(const std::string& folder, int flags) {
  FileHandle file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC | flags, 0600));
  if (file || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return file;
  const std::string name = folder + fmt::format("/gpuproof-{}.probe", ::getpid());
  file.reset(
      ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC | flags, 0600));
  const int why = errno;
  if (file) ::unlink(name.c_str());
  errno = why;
  return file;
}

}  // namespace

MountEntry find_mount(const std::string& mountinfo, const std::string& path) {
  MountEntry best;
  for (const auto line : lines(mountinfo)) {
    const auto fields = words(line);
    std::size_t dash = 6;  // optional fields end with "-"
    while (dash < fields.size() && fields[dash] != "-") ++dash;
    if (dash + 2 >= fields.size()) continue;
    const std::string mount = unescape(fields[4]);
    if (!holds(mount, path) || mount.size() < best.mount.size()) continue;
    best = {mount, std::string(fields[dash + 1]), unescape(fields[dash + 2]),
            std::string(fields[5])};
    if (dash + 3 < fields.size()) best.options.append(",").append(unescape(fields[dash + 3]));
  }
  return best;
}

TargetFacts probe_folder(const std::string& folder) {
  TargetFacts facts{.path = folder};
  const std::unique_ptr<char, decltype(&std::free)> real_text(::realpath(folder.c_str(), nullptr),
                                                              &std::free);
  struct statfs status {};
  if (!real_text || ::statfs(real_text.get(), &status) != 0) cannot_make_file(folder, errno);
  const std::string real = real_text.get();
  const auto mount = find_mount(sys_text("/proc/self/mountinfo").value_or(""), real);
  facts.fs_type = static_cast<std::uint64_t>(status.f_type) & 0xffffffff;
  facts.fs_name = mount.type;
  facts.mount = mount.mount;
  facts.mount_source = mount.source;
  facts.mount_options = mount.options;
  facts.kernel_states_direct = kernel_at_least(6, 1);
  facts.stack = find_stack(real, mount, 0);
  const FileHandle file = unnamed_file(real, 0);
  if (!file) cannot_make_file(folder, errno);
  read_statx(file.get(), facts);
  facts.opens_direct = static_cast<bool>(unnamed_file(real, O_DIRECT));
  return facts;
}

TargetFacts probe_raw_device(const std::string& device) {
  TargetFacts facts{.path = device, .raw = true};
  struct stat status {};
  if (::stat(device.c_str(), &status) != 0)
    throw InputError(device, "no such device; check the path");
  if (!S_ISBLK(status.st_mode))
    throw InputError(device, "is not a block device; name a folder to test with a file");
  const std::string real = sys_resolve(device).value_or(device);
  const FileHandle file(::open(real.c_str(), O_RDONLY | O_DIRECT | O_CLOEXEC | O_NOFOLLOW));
  if (!file && (errno == EACCES || errno == EPERM))
    throw NotObservable(device +
                        " may not be read by this user; run as root, or name a folder on "
                        "the drive with --storage");
  if (!file) throw InputError(device, "cannot be opened for direct reads: " + errno_text(errno));
  facts.kernel_states_direct = kernel_at_least(6, 1);
  facts.stack = read_block_stack(device_number(status.st_rdev));
  read_statx(file.get(), facts);
  return facts;
}

}  // namespace gpuproof
