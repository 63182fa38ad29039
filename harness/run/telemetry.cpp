// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/telemetry.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "harness/base/error.h"
#include "harness/run/guard.h"
#include "harness/run/line_buffer.h"
#include "harness/run/parent.h"

namespace gpuproof {
namespace {

constexpr Nanoseconds slow_interval = 1'000'000'000, fast_interval = 100'000'000;

// Orders as they come; `ended` when the supervisor is gone or says so.
class OrderPipe {
 public:
  OrderPipe(int fd, const Clock& clock) : fd_(fd), clock_(clock), buffer_(4096) {}

  // Waits for at most `timeout`; true while there is something to do.
  bool serve(Nanoseconds timeout) {
    if (!clock_.sleep_or_read(timeout, fd_)) return true;
    char block[4096];
    const auto n = ::read(fd_, block, sizeof block);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) return true;
    if (n <= 0) return false;
    for (const auto& line : buffer_.add({block, static_cast<std::size_t>(n)})) {
      if (line == "stop") return false;
      interval = line == "fast" ? fast_interval : slow_interval;
    }
    return true;
  }

  Nanoseconds interval = slow_interval;

 private:
  int fd_;
  const Clock& clock_;
  LineBuffer buffer_;
};

// Bytes up to the last newline: a cut line is not gone on with.
std::int64_t whole_lines(int fd, std::int64_t size) {
  constexpr std::int64_t block = 1 << 16;
  std::string bytes(block, '\0');
  for (std::int64_t end = size; end > 0;) {
    const auto start = std::max<std::int64_t>(0, end - block);
    const auto n = ::pread(fd, bytes.data(), static_cast<std::size_t>(end - start), start);
    if (n <= 0) return 0;
    const auto newline = std::string_view(bytes.data(), static_cast<std::size_t>(n)).rfind('\n');
    if (newline != std::string_view::npos) return start + static_cast<std::int64_t>(newline) + 1;
    end = start;
  }
  return 0;
}

}  // namespace

SourceReader::SourceReader(const std::vector<const TelemetrySource*>& sources, const Clock& clock)
    : clock_(clock) {
  for (const auto* source : sources) {
    try {
      if (auto read = source->open()) sources_.push_back({source->name, std::move(read), {}});
    } catch (const Error& e) {  // one broken source must not cost the others
      sources_.push_back({source->name, {}, e.what()});
    }
  }
}

TelemetrySample SourceReader::sample() {
  TelemetrySample sample{.t = seconds(clock_.boottime())};
  limits_.clear();
  for (const auto& source : sources_) {
    Readings readings;
    std::string lost = source.refused;
    try {
      if (source.read) source.read(readings);
    } catch (const Error& e) {  // what it did read counts; the rest is named as lost
      lost = e.what();
    }
    if (!lost.empty()) sample.lost.push_back(source.name + ": " + lost);
    sample.values.merge(readings.values);
    limits_.merge(readings.limits);
    sample.log.insert(sample.log.end(), readings.log.begin(), readings.log.end());
  }
  return sample;
}

TelemetryFile::TelemetryFile(const std::filesystem::path& file)
    : handle_(::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0644)) {
  if (!handle_) throw SystemError("cannot open " + file.string(), errno);
  struct stat status {};
  if (::fstat(handle_.get(), &status) != 0) throw SystemError(file.string(), errno);
  size_ = whole_lines(handle_.get(), status.st_size);
  if (::ftruncate(handle_.get(), size_) != 0)
    throw SystemError("cannot cut " + file.string(), errno);
}

bool TelemetryFile::append(const TelemetrySample& sample) {
  const auto line = encode_line(sample) + "\n";
  try {
    write_all(handle_.get(), line, "telemetry");
    size_ += static_cast<std::int64_t>(line.size());
    return true;
  } catch (const SystemError&) {  // a full disk: the gap shows in the file
    return ::ftruncate(handle_.get(), size_) == 0;
  }
}

int telemetry_main(const std::filesystem::path& file, int orders_fd, int warnings_fd) {
  end_with_parent();
  TelemetryFile out(file);
  const auto& clock = system_clock();
  SourceReader sources(Registry<TelemetrySource>::instance().all(), clock);
  OrderPipe orders(orders_fd, clock);
  Guard guard;
  auto next = clock.raw();
  while (orders.serve(next - clock.raw())) {
    const auto now = clock.raw();
    if (now < next) {  // an order came: a faster pace begins at once
      next = std::min(next, now + orders.interval);
      continue;
    }
    const auto sample = sources.sample();
    const auto danger = guard.see(sample.t, sample.values, sources.limits());
    if (!danger.empty()) write_all(warnings_fd, danger + "\n", "warnings");
    if (!out.append(sample)) return 1;
    // After a stall there is nothing to catch up: the gap is what happened.
    next = std::max(next + orders.interval, clock.raw());
  }
  out.append(sources.sample());
  return 0;
}

}  // namespace gpuproof
