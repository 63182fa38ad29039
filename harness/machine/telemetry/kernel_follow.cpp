// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/telemetry/kernel_follow.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <memory>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/machine/kernel_log_parse.h"
#include "harness/machine/log_topic.h"

namespace gpuproof {
namespace {

// A flood must not grow one sample without bound.
constexpr std::size_t lines_per_sample = 200;

void read_new(int fd, Readings& readings) {
  char record[1 << 14];  // the kernel's longest is 8 KiB
  bool overwritten = false;
  while (readings.log.size() < lines_per_sample) {
    const auto n = ::read(fd, record, sizeof record);
    if (n > 0) {
      if (auto line = relevant_record({record, static_cast<std::size_t>(n)}))
        readings.log.push_back(std::move(*line));
    } else if (n < 0 && errno == EPIPE) {
      overwritten = true;
    } else if (n == 0 || errno == EAGAIN) {
      break;
    } else if (errno != EINTR) {
      throw NotObservable("/dev/kmsg: " + errno_text(errno));
    }
  }
  if (overwritten) throw NotObservable("/dev/kmsg: lines were overwritten before they were read");
}

}  // namespace

std::optional<std::string> relevant_record(std::string_view record) {
  // "priority,sequence,microseconds,flags;text\n continuation"
  const auto line = record.substr(0, record.find('\n'));
  const auto semicolon = line.find(';');
  if (semicolon == std::string_view::npos) return std::nullopt;
  const auto head = split(line.substr(0, semicolon), ',');
  if (head.size() < 3) return std::nullopt;
  const auto stamp = to_uint(head[2]);
  const auto text = unescape_kmsg(line.substr(semicolon + 1));
  if (!stamp || topic_of(text) == LogTopic::other) return std::nullopt;
  return fmt::format("[{:5}.{:06}] {}", *stamp / 1'000'000, *stamp % 1'000'000, clean_text(text));
}

ReadSource follow_kernel_log(FileHandle kmsg) {
  // std::function wants what can be copied.
  const auto shared = std::make_shared<FileHandle>(std::move(kmsg));
  return [shared](Readings& readings) { read_new(shared->get(), readings); };
}

namespace {

ReadSource open_kernel_log() {
  const int fd = ::open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  const std::string why = fd < 0 ? errno_text(errno) : "";
  if (fd < 0)  // told as lost in every sample: silence of this source must not look like peace
    return [why](Readings&) { throw NotObservable("/dev/kmsg: " + why); };
  ::lseek(fd, 0, SEEK_END);
  return follow_kernel_log(FileHandle(fd));
}

const Register<TelemetrySource> registered{{.name = "kernel_log",
                                            .about = "lines about GPUs, PCIe, memory, storage",
                                            .open = open_kernel_log}};

}  // namespace
}  // namespace gpuproof
