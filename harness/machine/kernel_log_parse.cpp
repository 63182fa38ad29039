// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/kernel_log_parse.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <vector>

#include "harness/base/text.h"
#include "harness/machine/log_stamp.h"
#include "harness/machine/log_topic.h"

namespace gpuproof {
namespace {

constexpr std::int64_t second_us = 1'000'000;
constexpr std::int64_t quarter_us = 900 * second_us;  // zones differ by multiples of 15 minutes

std::int64_t booted_at_us(const LogTimes& times) { return times.wall_us - times.boottime_us; }

// What local dates are ahead of UTC, from the last line with a date and a time since boot. Only a
// line of this boot can tell, so the result must look like a zone.
std::optional<std::int64_t> zone_us(const std::vector<std::string_view>& lines,
                                    const LogTimes& times) {
  for (auto raw = lines.rbegin(); raw != lines.rend(); ++raw) {
    const auto line = read_stamp(*raw, times.wall_us);
    if (!line.local_time || !line.wall_us || !line.boottime_us) continue;
    const auto ahead = *line.wall_us - (booted_at_us(times) + *line.boottime_us);
    const auto half = ahead < 0 ? -quarter_us / 2 : quarter_us / 2;
    const auto zone = (ahead + half) / quarter_us * quarter_us;
    if (std::abs(ahead - zone) < 120 * second_us && std::abs(zone) <= 56 * quarter_us) return zone;
    break;
  }
  if (times.local_is_utc) return 0;
  return std::nullopt;
}

// A line that matters.
struct Entry {
  LogLine line;
  int boot = 0;
};

class LogReader {
 public:
  LogReader(const std::string& source, const LogTimes& times, const LogLimits& limits,
            std::optional<std::int64_t> zone)
      : times_(times), limits_(limits), zone_us_(zone) {
    log_.source = source;
  }

  void add(std::string_view raw) {
    const auto line = read_stamp(raw, times_.wall_us);
    if (line.form == LogForm::indented) {
      // dmesg indents the second line of a message; below a kmsg record stand its properties.
      if (last_form_ == LogForm::dmesg) text_ += ' ' + std::string(trim(line.text));
      return;
    }
    // Beside dated lines a bare one belongs to some program.
    if (line.form == LogForm::bare && seen_dated_) return;
    flush();
    last_form_ = line.form;
    seen_dated_ = seen_dated_ || line.form == LogForm::dated;
    if (!is_foreign(line)) begin(line);
  }

  KernelLog finish() {
    flush();
    for (auto& entry : entries_) {
      entry.line.earlier_boot = entry.line.earlier_boot || entry.boot < boot_;
    }
    keep_within_limit();
    if (first_us_) log_.covers_from_us = complete_ ? 0 : *first_us_;
    // A wall clock that was set back must not leave an end before the start.
    if (first_us_ && last_us_) log_.covers_to_us = std::max(*first_us_, *last_us_);
    return std::move(log_);
  }

 private:
  // A log server keeps lines of other machines in the same file.
  bool is_foreign(const StampedLine& line) const {
    return !times_.hostname.empty() && !line.host.empty() && line.host != times_.hostname &&
           line.host != "localhost";
  }

  void begin(StampedLine line) {
    if (line.boottime_us)
      line.boottime_us = std::llround(static_cast<double>(*line.boottime_us) * times_.stamp_scale);
    const bool unknown_zone = line.wall_us && line.local_time && !zone_us_;
    if (unknown_zone)
      line.wall_us.reset();
    else if (line.wall_us && line.local_time)
      *line.wall_us -= *zone_us_;
    const bool earlier = is_earlier(line);
    if (line.from_kernel) follow_boots(line, earlier);
    note_coverage(line, earlier);
    if (!line.from_kernel) return;
    pending_ = LogLine{};
    pending_->earlier_boot = earlier;
    if (const auto us = since_boot_us(line)) pending_->boottime_us = *us;
    if (line.wall_us)
      pending_->wall_us = *line.wall_us;
    else if (unknown_zone)
      pending_->wall_us = Fact<std::int64_t>::unreadable("the time zone of the log is not known");
    text_ = line.form == LogForm::kmsg ? unescape_kmsg(line.text) : std::string(line.text);
  }

  // As printed, else by the date; nullopt where neither tells.
  std::optional<std::int64_t> since_boot_us(const StampedLine& line) const {
    if (line.boottime_us) return line.boottime_us;
    if (line.wall_us && *line.wall_us >= booted_at_us(times_))
      return *line.wall_us - booted_at_us(times_);
    return std::nullopt;
  }

  // By its times alone. A minute of grace: the wall clock is often set during boot.
  bool is_earlier(const StampedLine& line) const {
    if (line.wall_us && *line.wall_us < booted_at_us(times_) - 60 * second_us) return true;
    return line.boottime_us && *line.boottime_us > times_.boottime_us + 60 * second_us;
  }

  void follow_boots(const StampedLine& line, bool earlier) {
    const bool banner = starts_with(line.text, "Linux version ");
    // The clock of a boot starts at zero. A second of grace: lines of several CPUs may swap places.
    // A ring buffer holds one boot only, whatever its stamps do.
    const bool stepped_back = line.form != LogForm::kmsg && line.boottime_us && last_stamp_us_ &&
                              *line.boottime_us + second_us < *last_stamp_us_;
    if (stepped_back || (banner && seen_line_) || (was_earlier_ && !earlier)) {
      ++boot_;
      complete_ = false;
      first_us_.reset();
      last_us_.reset();
    }
    complete_ = complete_ || banner || (line.sequence && *line.sequence == 0);
    seen_line_ = true;
    was_earlier_ = earlier;
    if (line.boottime_us) last_stamp_us_ = line.boottime_us;
  }

  void note_coverage(const StampedLine& line, bool earlier) {
    const auto us = since_boot_us(line);
    if (!us || earlier) return;
    if (!first_us_ && line.from_kernel) first_us_ = us;
    last_us_ = us;  // whatever program wrote it: so long the log was kept
  }

  void flush() {
    if (!pending_) return;
    pending_->topic = topic_of(text_);
    if (pending_->topic != LogTopic::other) {
      auto text = std::string(trim(text_)).substr(0, limits_.line_bytes);
      std::replace(text.begin(), text.end(), '\n', ' ');
      pending_->text = clean_text(text);
      entries_.push_back({std::move(*pending_), boot_});
    }
    pending_.reset();
  }

  // A flood of one topic must not push out the others, nor its end the cause at its start.
  void keep_within_limit() {
    std::array<std::size_t, EnumNames<LogTopic>::table.size()> total{}, seen{};
    for (const auto& entry : entries_) ++total[static_cast<std::size_t>(entry.line.topic)];
    const auto half = limits_.lines_per_topic / 2;
    for (auto& entry : entries_) {
      const auto topic = static_cast<std::size_t>(entry.line.topic);
      const auto index = seen[topic]++;
      const bool keep = total[topic] <= 2 * half || index < half || index >= total[topic] - half;
      if (keep)
        log_.lines.push_back(std::move(entry.line));
      else
        ++log_.dropped;
    }
  }

  const LogTimes& times_;
  const LogLimits& limits_;
  const std::optional<std::int64_t> zone_us_;
  KernelLog log_;
  std::vector<Entry> entries_;
  std::optional<LogLine> pending_;
  std::string text_;
  std::optional<std::int64_t> last_stamp_us_, first_us_, last_us_;
  LogForm last_form_ = LogForm::bare;
  int boot_ = 0;
  bool seen_dated_ = false, seen_line_ = false, complete_ = false, was_earlier_ = false;
};

}  // namespace

KernelLog parse_kernel_log(std::string_view text, const std::string& source, const LogTimes& times,
                           const LogLimits& limits) {
  const auto all = lines(text);
  LogReader reader(source, times, limits, zone_us(all, times));
  for (const auto line : all) reader.add(line);
  return reader.finish();
}

std::string unescape_kmsg(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  while (!text.empty()) {
    const auto hex = starts_with(text, "\\x") ? text.substr(2, 2) : std::string_view();
    const auto byte = trim(hex).size() == 2 ? to_uint(hex, 16) : std::nullopt;
    plain += byte ? static_cast<char>(*byte) : text[0];
    text.remove_prefix(byte ? 4 : 1);
  }
  return plain;
}

KernelLog merge_logs(KernelLog ring, const KernelLog& older) {
  const auto from = ring.covers_from_us;
  std::vector<LogLine> merged;
  for (const auto& line : older.lines) {
    const bool lost_by_ring = from && line.boottime_us && *line.boottime_us < *from;
    if (line.earlier_boot || lost_by_ring) merged.push_back(line);
  }
  std::move(ring.lines.begin(), ring.lines.end(), std::back_inserter(merged));
  ring.lines = std::move(merged);
  // Only a file that reaches up to the ring's first line closes the gap.
  if (from && older.covers_from_us && older.covers_to_us && *older.covers_to_us >= *from &&
      *older.covers_from_us < *from)
    ring.covers_from_us = older.covers_from_us;
  ring.source += ", " + older.source;
  ring.dropped += older.dropped;
  ring.notes.insert(ring.notes.end(), older.notes.begin(), older.notes.end());
  return ring;
}

}  // namespace gpuproof
