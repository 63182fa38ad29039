// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/log_stamp.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "harness/base/text.h"
#include "harness/facts/log_scan.h"

namespace gpuproof {
namespace {

constexpr std::int64_t second_us = 1'000'000;
constexpr std::int64_t day_us = 86'400 * second_us;

struct Date {
  int year = 0, month = 0, day = 0;
  std::int64_t of_day_us = 0;
};

std::optional<std::int64_t> since_1970_us(const Date& d) {
  using namespace std::chrono;
  const year_month_day date{year{d.year}, month{static_cast<unsigned>(d.month)},
                            day{static_cast<unsigned>(d.day)}};
  if (!date.ok()) return std::nullopt;
  return sys_days{date}.time_since_epoch().count() * day_us + d.of_day_us;
}

// Digits of exactly this width.
std::optional<int> digits(LogScan& scan, std::size_t width) {
  const auto text = scan.rest().substr(0, width);
  const bool fits = text.size() == width && std::all_of(text.begin(), text.end(), [](char c) {
                      return c >= '0' && c <= '9';
                    });
  if (!fits) return std::nullopt;
  scan.skip(text);
  return static_cast<int>(*to_int(text));
}

// ".123456" as microseconds; nothing there is zero, more digits than six are left out.
std::int64_t fraction_us(LogScan& scan) {
  if (!scan.skip(".") && !scan.skip(",")) return 0;
  std::int64_t us = 0, unit = second_us / 10;
  while (const auto digit = digits(scan, 1)) {
    us += *digit * unit;
    unit /= 10;
  }
  return us;
}

// "21:43:58.123"
std::optional<std::int64_t> time_of_day_us(LogScan& scan) {
  const auto hour = digits(scan, 2);
  const auto minute = hour && scan.skip(":") ? digits(scan, 2) : std::nullopt;
  const auto second = minute && scan.skip(":") ? digits(scan, 2) : std::nullopt;
  if (!second || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  return (*hour * 3600 + *minute * 60 + *second) * second_us + fraction_us(scan);
}

std::optional<int> month_name(LogScan& scan) {
  constexpr std::array<std::string_view, 12> names{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  for (std::size_t i = 0; i < names.size(); ++i)
    if (scan.skip(names[i])) return static_cast<int>(i) + 1;
  return std::nullopt;
}

// "Nov 30 21:43:58", " 5" for a day below ten.
std::optional<Date> month_day_time(LogScan& scan) {
  Date date;
  const auto month = month_name(scan);
  if (!month || !scan.skip(" ")) return std::nullopt;
  scan.blanks();
  const auto day = scan.number<int>();
  const auto time = day && scan.skip(" ") ? time_of_day_us(scan) : std::nullopt;
  if (!time) return std::nullopt;
  date.month = *month;
  date.day = *day;
  date.of_day_us = *time;
  return date;
}

std::optional<std::int64_t> syslog_date(LogScan& scan, std::int64_t now_us) {
  auto date = month_day_time(scan);
  if (!date) return std::nullopt;
  const auto today = std::chrono::floor<std::chrono::days>(
      std::chrono::sys_time<std::chrono::microseconds>(std::chrono::microseconds(now_us)));
  date->year = static_cast<int>(std::chrono::year_month_day(today).year()) + 1;
  // Nine years reach the next leap day over a century without one.
  for (int tries = 0; tries < 9; ++tries, --date->year)
    if (const auto us = since_1970_us(*date); us && *us <= now_us + day_us) return us;
  return std::nullopt;
}

// "Z", "+01:00", "+0100"; nullopt where there is no zone.
std::optional<std::int64_t> zone_us(LogScan& scan) {
  if (scan.skip("Z")) return 0;
  const int sign = scan.skip("+") ? 1 : scan.skip("-") ? -1 : 0;
  if (sign == 0) return std::nullopt;
  const auto hours = digits(scan, 2);
  scan.skip(":");
  const auto minutes = hours ? digits(scan, 2) : std::nullopt;
  if (!minutes) return std::nullopt;
  return sign * (*hours * 3600 + *minutes * 60) * second_us;
}

bool read_iso_date(LogScan& scan, StampedLine& line) {
  Date date;
  const auto year = digits(scan, 4);
  const auto month = year && scan.skip("-") ? digits(scan, 2) : std::nullopt;
  const auto day = month && scan.skip("-") ? digits(scan, 2) : std::nullopt;
  if (!day || !(scan.skip("T") || scan.skip(" "))) return false;
  const auto time = time_of_day_us(scan);
  if (!time) return false;
  line.wall_us = since_1970_us({*year, *month, *day, *time});
  if (!line.wall_us) return false;
  const auto zone = zone_us(scan);
  line.local_time = !zone;
  line.wall_us = *line.wall_us - zone.value_or(0);
  return true;
}

// "  815.615790]" behind the bracket, and "[ T1234]" or "[ C0]" of kernels that print the caller.
bool read_uptime(LogScan& scan, StampedLine& line) {
  scan.blanks();
  const auto whole = scan.number<std::int64_t>();
  constexpr std::int64_t century_s = 100ll * 366 * 86'400;
  if (!whole || *whole < 0 || *whole > century_s || !starts_with(scan.rest(), ".")) return false;
  const auto us = fraction_us(scan);
  if (!scan.skip("]")) return false;
  line.boottime_us = *whole * second_us + us;
  LogScan caller = scan;
  if (caller.skip("[")) {
    caller.blanks();
    const bool named = caller.skip("T") || caller.skip("C");
    if (named && caller.number<unsigned>() && caller.skip("]")) scan = caller;
  }
  scan.skip(" ");
  return true;
}

// "[Mon Nov 30 21:43:58 2026]", dmesg -T
bool read_dmesg_date(LogScan& scan, StampedLine& line) {
  scan.until(" ");
  auto date = month_day_time(scan);
  const auto year = date && scan.skip(" ") ? digits(scan, 4) : std::nullopt;
  if (!year || !scan.skip("]")) return false;
  date->year = *year;
  line.wall_us = since_1970_us(*date);
  line.local_time = true;
  scan.skip(" ");
  return line.wall_us.has_value();
}

bool read_kmsg(LogScan scan, StampedLine& line) {
  const auto priority = scan.number<std::uint32_t>();
  const auto sequence = priority && scan.skip(",") ? scan.number<std::uint64_t>() : std::nullopt;
  const auto us = sequence && scan.skip(",") ? scan.number<std::int64_t>() : std::nullopt;
  if (!us || *us < 0 || !scan.skip(",") || !scan.skip_past(";")) return false;
  line.form = LogForm::kmsg;
  line.boottime_us = *us;
  line.sequence = *sequence;
  line.from_kernel = *priority >> 3 == 0;  // facility 0; programs that write to kmsg get another
  line.text = scan.rest();
  return true;
}

bool read_dmesg(LogScan scan, StampedLine& line) {
  if (scan.skip("<") && (!scan.number<unsigned>() || !scan.skip(">"))) return false;
  if (!scan.skip("[")) return false;
  LogScan date = scan;
  if (read_uptime(scan, line))
    line.text = scan.rest();
  else if (read_dmesg_date(date, line))
    line.text = date.rest();
  else
    return false;
  line.form = LogForm::dmesg;
  return true;
}

// "host kernel: [  12.345678] text" behind a date.
bool read_dated(LogScan scan, StampedLine& line, std::int64_t now_us) {
  LogScan iso = scan;
  if (read_iso_date(iso, line)) {
    scan = iso;
  } else {
    line.wall_us = syslog_date(scan, now_us);
    line.local_time = true;
  }
  if (!line.wall_us || !scan.skip(" ")) return false;
  line.form = LogForm::dated;
  line.host = split(scan.until(" "), '.').front();
  line.from_kernel = scan.skip("kernel: ");
  LogScan uptime = scan;
  if (line.from_kernel && uptime.skip("[") && read_uptime(uptime, line)) scan = uptime;
  line.text = scan.rest();
  return true;
}

}  // namespace

StampedLine read_stamp(std::string_view text, std::int64_t now_wall_us) {
  for (const auto read : {read_kmsg, read_dmesg}) {
    StampedLine line;
    if (read(LogScan(text), line)) return line;
  }
  StampedLine dated;
  if (read_dated(LogScan(text), dated, now_wall_us)) return dated;
  StampedLine bare;
  bare.form = starts_with(text, " ") || starts_with(text, "\t") ? LogForm::indented : LogForm::bare;
  bare.text = text;
  return bare;
}

}  // namespace gpuproof
