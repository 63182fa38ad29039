// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Kernel log: the ring buffer, completed by the log files that syslog keeps of it.
#include <cmath>

#include "harness/base/text.h"
#include "harness/machine/kernel_log_parse.h"
#include "harness/machine/machine_times.h"
#include "harness/machine/reader.h"

namespace gpuproof {
namespace {

constexpr std::size_t log_bytes = 8u << 20;  // of each file, from its end

bool dates_are_utc(const Host& host) {
  const auto zone = host.resolve("/etc/localtime");
  if (!zone) return true;  // without the file libc takes UTC
  const auto name = split(*zone, '/').back();
  return name == "UTC" || name == "UCT" || name == "Zulu" || name == "Universal";
}

// What NTP made the clock run faster than the raw one that stamps the log. Suspended time also
// parts the two, in one go and by more: then the stamps are left as they are.
double stamp_scale(const Host& host) {
  if (host.is_simulated()) return 1;
  const auto boot = static_cast<double>(host.clock().boottime());
  const auto raw = static_cast<double>(host.clock().raw());
  const double scale = boot / raw;
  return std::abs(scale - 1) < 1e-3 ? scale : 1;
}

LogTimes log_times(const Host& host) {
  const auto now = machine_times(host);
  LogTimes times{.boottime_us = now.boottime_us, .wall_us = now.wall_us};
  times.local_is_utc = dates_are_utc(host);
  times.stamp_scale = stamp_scale(host);
  const auto name = host.read_line("/proc/sys/kernel/hostname");
  if (name) times.hostname = split(*name, '.').front();
  return times;
}

bool is_packed(std::string_view name) {
  for (const auto ending : {".gz", ".xz", ".zst", ".bz2"})
    if (name.size() > 4 && contains(name.substr(name.size() - 4), ending)) return true;
  return false;
}

// The file before the rotation: kern.log.1, or messages-20261129. Packed ones are noted.
std::string rotated(const Host& host, const std::string& path, std::vector<std::string>& notes) {
  std::string newest;
  const auto names = host.list("/var/log");
  if (!names) return {};
  for (const auto& name : *names) {
    const auto full = "/var/log/" + name;
    if (!starts_with(full, path + "-") && !starts_with(full, path + ".")) continue;
    if (is_packed(name))
      notes.push_back(full + ": packed, not read");
    else if (starts_with(full, path + "-") || full == path + ".1")
      newest = full;
  }
  return newest;
}

Fact<KernelLog> read_file(const Host& host, const std::string& path, const LogTimes& times) {
  auto newest = host.read_end(path, log_bytes);
  if (newest.is_unreadable()) return Fact<KernelLog>::unreadable(newest.why());
  if (!newest) return {};
  std::vector<std::string> notes;
  std::string text, source = path;
  if (const auto older = rotated(host, path, notes); !older.empty()) {
    const auto before = host.read_end(older, log_bytes);
    if (before) {
      text = *before;
      source = older + ", " + path;
    } else {
      notes.push_back(older + ": " + before.why());
    }
  }
  auto log = parse_kernel_log(text + *newest, source, times);
  log.notes = notes;
  return log;
}

// The first of the usual files; unreadable where one stands there and cannot be read.
Fact<KernelLog> read_files(const Host& host, const LogTimes& times) {
  Fact<KernelLog> log;
  for (const auto* path : {"/var/log/kern.log", "/var/log/messages", "/var/log/syslog"}) {
    auto found = read_file(host, path, times);
    if (found) return found;
    if (found.is_unreadable() && !log.is_unreadable()) log = found;
  }
  return log;
}

KernelLog read_ring(const KernelLogText& ring, const LogTimes& times) {
  auto log = parse_kernel_log(ring.text, ring.source, times);
  log.overrun = ring.overrun;
  if (log.covers_from_us) log.covers_to_us = times.boottime_us;  // a ring speaks up to now
  return log;
}

void read_kernel_log(const Host& host, Snapshot& snapshot) {
  const auto times = log_times(host);
  const auto ring = host.kernel_log();
  const auto files = read_files(host, times);
  if (ring) {
    auto log = read_ring(*ring, times);
    if (files)
      log = merge_logs(std::move(log), *files);
    else if (files.is_unreadable())
      log.notes.push_back(files.why());
    snapshot.kernel_log = std::move(log);
    return;
  }
  const auto why = ring.is_unreadable() ? ring.why() : "/dev/kmsg does not exist";
  if (files) {
    auto log = *files;
    log.notes.push_back(why);
    snapshot.kernel_log = std::move(log);
    return;
  }
  snapshot.kernel_log = Fact<KernelLog>::unreadable(
      why + (files.is_unreadable() ? "; " + files.why() : "; no log file under /var/log"));
}

const Register<Reader> registered{{.name = "kernel_log", .read = read_kernel_log}};

}  // namespace
}  // namespace gpuproof
