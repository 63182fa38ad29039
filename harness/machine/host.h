// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The seam to the operating system: all reading of the machine goes through one Host. A live Host
// asks the kernel; a tree Host serves files from DIR and the rest from DIR/.answers/ (tree_host
// below has the layout).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/clock.h"
#include "harness/facts/fact.h"

namespace gpuproof {

struct FsStatus {
  std::uint64_t type = 0;  // f_type of statfs
  std::uint64_t total_bytes = 0, free_bytes = 0;
};

struct KernelLogText {
  std::string source;  // "kmsg", "klogctl" or a path
  std::string text;    // kmsg: records "prio,seq,usec,-;text", one a line
                       // klogctl: lines "<prio>[seconds.micros] text"
  bool overrun = false;
};

struct ClockSync {
  bool synchronised = false;
  double error_us = 0;
};

class Host {
 public:
  virtual ~Host() = default;

  // Paths are absolute, as on the machine ("/sys/class/dmi/id/board_name").
  // Absent: no such file. Unreadable: permission, I/O error, larger than 16 MiB.
  virtual Fact<std::string> read(const std::string& path) const = 0;
  // The last `bytes` of a file of any size (logs), from the start of a line.
  virtual Fact<std::string> read_end(const std::string& path, std::size_t bytes) const = 0;
  // Names in a folder, sorted, without . and ..
  virtual Fact<std::vector<std::string>> list(const std::string& path) const = 0;
  // Where a symbolic link finally leads (canonical path), absent where nothing is there.
  virtual Fact<std::string> resolve(const std::string& path) const = 0;
  virtual bool exists(const std::string& path) const = 0;
  virtual Fact<FsStatus> stat_fs(const std::string& path) const = 0;
  // Fixed, read-only requests: "nvme-identify", "nvme-smart" on /dev/nvme0; bytes of the answer.
  virtual Fact<std::string> ioctl_blob(const std::string& device,
                                       const std::string& request) const = 0;
  virtual Fact<KernelLogText> kernel_log() const = 0;
  virtual Fact<std::string> affinity() const = 0;  // "0-7"
  // "memlock", "nofile": soft limit, ~0 where unlimited.
  virtual Fact<std::uint64_t> limit(const std::string& name) const = 0;
  virtual Fact<ClockSync> clock_sync() const = 0;
  virtual Fact<std::string> uname_release() const = 0;
  virtual Fact<std::string> cpuid_vendor() const = 0;  // hypervisor signature, absent on bare metal
  virtual bool is_root() const = 0;
  virtual bool is_simulated() const = 0;
  virtual bool is_redacted() const { return false; }  // recorded with names and serials hashed
  virtual const Clock& clock() const = 0;

  // Shared by all kinds of Host.
  Fact<std::string> read_line(const std::string& path) const;  // trimmed first line
  Fact<std::int64_t> read_int(const std::string& path) const;  // unparsable: unreadable
  Fact<int> read_int32(const std::string& path) const;         // out of range: unreadable
  Fact<std::uint64_t> read_hex(const std::string& path) const;
};

std::unique_ptr<Host> live_host();

// A recorded or hand-made machine. Files stand under DIR at their own paths; symbolic links,
// relative or absolute, are resolved inside DIR and never leave it. DIR/.answers/ holds what no
// file can say; each part may be missing, which is an absent fact:
//   statfs.json        {"/dev/shm": {"type": 16914836, "total_bytes": 8, "free_bytes": 8}, ...}
//   ioctl/dev/nvme0/nvme-smart.bin     bytes of the answer: ioctl<device>/<request>.bin
//   kmsg               kernel log as /dev/kmsg gives it; kmsg_overrun: present if lines were lost
//   affinity           "0-7"
//   limits.json        {"memlock": 8388608, "nofile": 1024}
//   clock.json         {"synchronised": true, "error_us": 120.0}
//   uname              kernel release; without it /proc/sys/kernel/osrelease of the tree
//   cpuid_vendor       hypervisor signature, e.g. KVMKVMKVM
//   root               present if the machine was read as root
//   redacted           present if names and serials in the tree are hashes (facts/scrub.h)
//   unreadable.json    {"/sys/firmware/dmi/tables/*": "permission denied; run as root", ...}
// The keys of unreadable.json are patterns (* also crosses /) over the path that is asked for, or
// the one it resolves to; "affinity", "clock" and "limits" name those answers, /dev/kmsg the log.
// Throws InputError where DIR is not a folder or an answer is not valid JSON.
std::unique_ptr<Host> tree_host(const std::filesystem::path& dir);
// --sysroot: empty is the live machine.
std::unique_ptr<Host> make_host(const std::string& sysroot);

}  // namespace gpuproof
