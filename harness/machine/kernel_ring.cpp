// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/kernel_ring.h"

#include <fcntl.h>
#include <sys/klog.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "harness/base/error.h"
#include "harness/base/files.h"

namespace gpuproof {
namespace {

constexpr std::size_t ring_limit = 64u << 20;     // a flood while we read must still end
constexpr int read_all = 3, size_of_buffer = 10;  // syslog(2) actions

// Continuation lines of a record (" SUBSYSTEM=pci") are not text; a record is its first line.
void append_record(std::string& text, std::string_view record) {
  text += record.substr(0, record.find('\n'));
  text += '\n';
}

// Until the ring is empty; the errno of what went wrong, else 0. Not inlined: g++ 12 would conclude
// from the limit that a short string holds 64 MiB, and warn.
[[gnu::noinline]] int read_records(int fd, KernelLogText& log) {
  char record[1 << 14];  // the kernel's longest is 8 KiB; a shorter buffer gets EINVAL
  // Counted apart: from a bound on log.text.size(), g++ 12 warns of a short text that long.
  for (std::size_t taken = 0; taken < ring_limit;) {
    const auto n = ::read(fd, record, sizeof record);
    if (n > 0) {
      taken += static_cast<std::size_t>(n);
      append_record(log.text, {record, static_cast<std::size_t>(n)});
    } else if (n < 0 && errno == EPIPE) {  // records were overwritten before we came to them
      log.overrun = true;
    } else if (n < 0 && errno == EINTR) {
      continue;
    } else {
      return n == 0 || errno == EAGAIN ? 0 : errno;
    }
  }
  log.overrun = true;
  return 0;
}

Fact<KernelLogText> read_kmsg(int fd) {
  KernelLogText log{.source = "kmsg"};
  const int error = read_records(fd, log);
  if (error) return Fact<KernelLogText>::unreadable("/dev/kmsg: " + errno_text(error));
  return log;
}

Fact<KernelLogText> read_klogctl(const std::string& kmsg_error) {
  const int size = ::klogctl(size_of_buffer, nullptr, 0);
  std::string text(static_cast<std::size_t>(std::clamp(size, 0, int(ring_limit))), '\0');
  const int n = size > 0 ? ::klogctl(read_all, text.data(), size) : -1;
  if (n < 0)
    return Fact<KernelLogText>::unreadable("kernel log: /dev/kmsg: " + kmsg_error +
                                           ", klogctl: " + errno_text(errno) +
                                           "; run as root or set kernel.dmesg_restrict=0");
  text.resize(static_cast<std::size_t>(n));
  return KernelLogText{.source = "klogctl", .text = std::move(text)};
}

}  // namespace

Fact<KernelLogText> read_kernel_ring() {
  const FileHandle kmsg(::open("/dev/kmsg", O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!kmsg) return read_klogctl(errno_text(errno));
  auto log = read_kmsg(kmsg.get());
  return log ? log : read_klogctl(log.why());
}

}  // namespace gpuproof
