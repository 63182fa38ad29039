// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/kernel_log_parse.h"

#include <gtest/gtest.h>

#include "harness/base/clock.h"
#include "harness/base/text.h"
#include "harness/facts/log_events.h"

namespace gpuproof {
namespace {

constexpr std::int64_t s = 1'000'000, hour = 3600 * s, day = 24 * hour;
constexpr std::int64_t noon_30_november_2026 = 1'796'040'000ll * s;

LogTimes up_for(std::int64_t us, std::int64_t wall = noon_30_november_2026) {
  return {.boottime_us = us, .wall_us = wall};
}

std::string wall_text(const LogLine& line) { return utc_text(line.wall_us.value_or(0) * 1000); }

constexpr const char* xid79 = "NVRM: Xid (PCI:0000:5e:00): 79, GPU has fallen off the bus.";

TEST(KernelLogParse, reads_kmsg_records) {
  const auto log = parse_kernel_log(
      "6,0,0,-;Linux version 6.1.0\n"
      "4,811,8155790,-,caller=T12;pcieport 0000:00:03.1: AER: Corrected error received: "
      "0000:0b:00.0\n"
      " SUBSYSTEM=pci\n"
      " DEVICE=+pci:0000:00:03.1\n"
      "6,812,9000000,-;systemd is not the subject\n",
      "kmsg", up_for(10 * s));
  ASSERT_EQ(log.lines.size(), 1u);
  EXPECT_EQ(log.lines[0].boottime_us.value_or(0), 8155790);
  EXPECT_EQ(log.lines[0].topic, LogTopic::pcie);
  EXPECT_EQ(log.lines[0].text,
            "pcieport 0000:00:03.1: AER: Corrected error received: 0000:0b:00.0");
  EXPECT_TRUE(log.covers_from_us.is(0));
  EXPECT_TRUE(log.covers_to_us.is(9000000));
}

TEST(KernelLogParse, ring_that_lost_its_start_covers_from_its_first_record) {
  const auto log =
      parse_kernel_log(std::string("4,5000,77000000,-;") + xid79, "kmsg", up_for(80 * s));
  EXPECT_TRUE(log.covers_from_us.is(77000000));
}

TEST(KernelLogParse, leaves_out_what_programs_wrote_into_kmsg) {
  const auto log = parse_kernel_log(std::string("12,1,5000000,-;") + xid79, "kmsg", up_for(9 * s));
  EXPECT_TRUE(log.lines.empty());
}

TEST(KernelLogParse, takes_escaped_bytes_back) {
  EXPECT_EQ(unescape_kmsg("a\\x0ab\\x5cx41 \\x4 \\xzz"), "a\nb\\x41 \\x4 \\xzz");
  const auto log =
      parse_kernel_log("4,1,1,-;NVRM: first\\x0aNVRM: \\x1b[31msecond", "kmsg", up_for(s));
  ASSERT_EQ(log.lines.size(), 1u);
  EXPECT_EQ(log.lines[0].text, "NVRM: first NVRM: \xef\xbf\xbd[31msecond");
}

TEST(KernelLogParse, reads_dmesg_and_joins_the_indented_line) {
  const auto log = parse_kernel_log(
      "[    0.000000] Linux version 6.1.0\n"
      "[   12.063553] NVRM: This PCI I/O region assigned to your NVIDIA device is invalid:\n"
      "               NVRM: BAR1 is 0M @ 0x0 (PCI:0000:2d:00.0)\n"
      "[   12.063557] nvidia: probe of 0000:2d:00.0 failed with error -1\n",
      "dmesg", up_for(60 * s));
  ASSERT_EQ(log.lines.size(), 2u);
  EXPECT_EQ(
      log.lines[0].text,
      "NVRM: This PCI I/O region assigned to your NVIDIA device is invalid: NVRM: BAR1 is 0M @ "
      "0x0 (PCI:0000:2d:00.0)");
  EXPECT_TRUE(log.lines[0].boottime_us.is(12063553));
  EXPECT_TRUE(log.covers_from_us.is(0));
}

TEST(KernelLogParse, reads_priority_and_caller_of_dmesg) {
  const auto log = parse_kernel_log(
      "<4>[    1.500000] NVRM: a\n<4>[    2.500000][ T1234] NVRM: b\n[    3.500000][    C0] NVRM: "
      "c\n",
      "klogctl", up_for(4 * s));
  ASSERT_EQ(log.lines.size(), 3u);
  EXPECT_EQ(log.lines[1].text, "NVRM: b");
  EXPECT_EQ(log.lines[2].text, "NVRM: c");
  EXPECT_TRUE(log.lines[2].boottime_us.is(3500000));
}

TEST(KernelLogParse, reads_bare_lines) {
  const auto log = parse_kernel_log(std::string(xid79) + "\n", "case", up_for(s));
  ASSERT_EQ(log.lines.size(), 1u);
  EXPECT_TRUE(log.lines[0].boottime_us.is_absent());
  EXPECT_TRUE(log.covers_from_us.is_absent());
}

TEST(KernelLogParse, reads_syslog_with_uptime) {
  const auto log = parse_kernel_log(
      "Nov 30 11:00:10 gpu01 cron[77]: NVRM: Xid (PCI:0000:01:00): 79, faked by a program\n"
      "Nov 30 11:00:12 gpu01 kernel: [   12.345678] NVRM: Xid (PCI:0000:5e:00): 79, lost\n",
      "/var/log/kern.log", up_for(hour));
  ASSERT_EQ(log.lines.size(), 1u);
  EXPECT_TRUE(log.lines[0].boottime_us.is(12345678));
  EXPECT_EQ(wall_text(log.lines[0]), "2026-11-30T11:00:12Z");
  EXPECT_FALSE(log.lines[0].earlier_boot);
}

TEST(KernelLogParse, places_dates_without_uptime_in_this_boot) {
  const auto log = parse_kernel_log(
      "Nov 30 10:00:00 gpu01 kernel: NVRM: before this boot\n"
      "Nov 30 11:30:00 gpu01 kernel: NVRM: in this boot\n",
      "/var/log/messages", up_for(hour));
  ASSERT_EQ(log.lines.size(), 2u);
  EXPECT_TRUE(log.lines[0].earlier_boot);
  EXPECT_FALSE(log.lines[1].earlier_boot);
  EXPECT_TRUE(log.lines[1].boottime_us.is(hour / 2));
  EXPECT_TRUE(log.covers_from_us.is(hour / 2));
}

TEST(KernelLogParse, chooses_the_year_that_is_not_in_the_future) {
  const auto year_of = [](const char* date, std::int64_t wall) {
    const auto log =
        parse_kernel_log(std::string(date) + " h kernel: NVRM: x", "f", up_for(hour, wall));
    return !log.lines.at(0).wall_us ? "none" : wall_text(log.lines[0]);
  };
  EXPECT_EQ(year_of("Nov 30 11:59:59", noon_30_november_2026), "2026-11-30T11:59:59Z");
  EXPECT_EQ(year_of("Dec 31 23:59:59", noon_30_november_2026), "2025-12-31T23:59:59Z");
  const auto new_year_2027 = noon_30_november_2026 + 31 * day + 12 * hour;  // 1 January, 00:00
  EXPECT_EQ(year_of("Dec 31 23:59:59", new_year_2027), "2026-12-31T23:59:59Z");
  EXPECT_EQ(year_of("Jan  1 00:00:00", new_year_2027), "2027-01-01T00:00:00Z");
  EXPECT_EQ(year_of("Feb 29 08:00:00", noon_30_november_2026), "2024-02-29T08:00:00Z");
  EXPECT_EQ(year_of("Dec  1 02:00:00", noon_30_november_2026), "2026-12-01T02:00:00Z")
      << "the zone may be ahead of UTC";
  EXPECT_EQ(year_of("Feb 30 08:00:00", noon_30_november_2026), "none");
}

TEST(KernelLogParse, reads_iso_dates_with_their_zone) {
  const auto log = parse_kernel_log(
      "2026-11-30T12:30:00.250000+01:00 gpu01 kernel: NVRM: rsyslog\n"
      "2026-11-30T11:40:00+0000 gpu01 kernel: NVRM: journald\n"
      "2026-11-30T11:50:00Z gpu01 kernel: [   12.000000] NVRM: utc\n",
      "f", up_for(hour));
  ASSERT_EQ(log.lines.size(), 3u);
  EXPECT_EQ(log.lines[0].wall_us.value_or(0), noon_30_november_2026 - hour / 2 + s / 4);
  EXPECT_EQ(wall_text(log.lines[1]), "2026-11-30T11:40:00Z");
  EXPECT_TRUE(log.lines[2].boottime_us.is(12 * s));
}

TEST(KernelLogParse, finds_the_zone_of_local_dates) {
  auto times = up_for(hour);
  times.local_is_utc = false;
  const auto log = parse_kernel_log(
      "Nov 30 19:05:00 h kernel: NVRM: without uptime\n"
      "Nov 30 19:10:00 h kernel: [  601.500000] usb 1-1: eight hours ahead\n",
      "f", times);
  ASSERT_EQ(log.lines.size(), 1u);
  EXPECT_EQ(wall_text(log.lines[0]), "2026-11-30T11:05:00Z");
  EXPECT_TRUE(log.lines[0].boottime_us.is(300 * s));
}

TEST(KernelLogParse, does_not_guess_the_zone) {
  auto times = up_for(hour);
  times.local_is_utc = false;
  const auto log = parse_kernel_log("Nov 30 19:05:00 h kernel: NVRM: x\n", "f", times);
  ASSERT_EQ(log.lines.size(), 1u);
  EXPECT_TRUE(log.lines[0].wall_us.is_unreadable());
  EXPECT_TRUE(log.lines[0].boottime_us.is_absent());
  EXPECT_TRUE(log.covers_from_us.is_absent());
}

TEST(KernelLogParse, marks_earlier_boots_by_the_banner) {
  const auto log = parse_kernel_log(
      "Nov 29 10:00:00 h kernel: [90000.000000] NVRM: old\n"
      "Nov 30 11:00:01 h kernel: [    0.000000] Linux version 6.1.0\n"
      "Nov 30 11:00:02 h kernel: [    2.000000] NVRM: new\n",
      "f", up_for(hour));
  ASSERT_EQ(log.lines.size(), 2u);
  EXPECT_TRUE(log.lines[0].earlier_boot);
  EXPECT_FALSE(log.lines[1].earlier_boot);
  EXPECT_TRUE(log.covers_from_us.is(0));
}

TEST(KernelLogParse, marks_earlier_boots_by_a_clock_that_steps_back) {
  const auto log =
      parse_kernel_log("[ 900.000000] NVRM: old\n[  20.000000] NVRM: new\n", "f", up_for(1000 * s));
  ASSERT_EQ(log.lines.size(), 2u);
  EXPECT_TRUE(log.lines[0].earlier_boot);
  EXPECT_FALSE(log.lines[1].earlier_boot);
  EXPECT_TRUE(log.covers_from_us.is(20 * s));
}

TEST(KernelLogParse, ring_holds_one_boot_only) {
  const auto log = parse_kernel_log("4,0,9000000,-;NVRM: a\n4,1,500000,-;NVRM: b\n", "kmsg",
                                    up_for(60 * s));
  ASSERT_EQ(log.lines.size(), 2u);
  EXPECT_FALSE(log.lines[0].earlier_boot);
  EXPECT_TRUE(log.covers_from_us.is(0));
}

TEST(KernelLogParse, file_of_earlier_boots_alone_covers_nothing) {
  const auto log = parse_kernel_log(
      "Mar  2 10:00:00 h kernel: [    0.000000] Linux version 6.1.0\n"
      "Mar  2 10:00:05 h kernel: [    5.000000] NVRM: Xid (PCI:0000:5e:00): 79, lost\n",
      "f", up_for(hour));
  ASSERT_EQ(log.lines.size(), 1u);
  EXPECT_TRUE(log.lines[0].earlier_boot);
  EXPECT_TRUE(log.covers_from_us.is_absent());
  EXPECT_TRUE(log.covers_to_us.is_absent());
}

TEST(KernelLogParse, stamp_beyond_the_uptime_is_of_another_boot) {
  const auto log = parse_kernel_log("[ 9000.000000] NVRM: x\n", "f", up_for(hour));
  ASSERT_EQ(log.lines.size(), 1u);
  EXPECT_TRUE(log.lines[0].earlier_boot);
}

TEST(KernelLogParse, leaves_out_lines_of_other_hosts) {
  auto times = up_for(hour);
  times.hostname = "gpu01";
  const auto log = parse_kernel_log(
      "Nov 30 11:30:00 gpu02 kernel: NVRM: other\nNov 30 11:30:01 gpu01.example kernel: NVRM: own\n"
      "Nov 30 11:30:02 localhost kernel: NVRM: early\n",
      "f", times);
  ASSERT_EQ(log.lines.size(), 2u);
  EXPECT_EQ(log.lines[0].text, "NVRM: own");
}

TEST(KernelLogParse, flood_of_one_topic_keeps_the_others_and_both_ends) {
  std::string text = std::string("[    1.000000] ") + xid79 + "\n";
  for (int i = 0; i < 500; ++i)
    text += "[    2.000000] pcieport 0000:00:03.1: AER: " + std::to_string(i) + "\n";
  const auto log = parse_kernel_log(text, "f", up_for(hour), {.lines_per_topic = 100});
  EXPECT_EQ(log.lines.size(), 101u);
  EXPECT_EQ(log.dropped, 400);
  EXPECT_EQ(log.lines[0].topic, LogTopic::gpu);
  EXPECT_EQ(log.lines[1].text, "pcieport 0000:00:03.1: AER: 0");
  EXPECT_EQ(log.lines.back().text, "pcieport 0000:00:03.1: AER: 499");
}

TEST(KernelLogParse, scales_stamps_to_the_steered_clock) {
  auto times = up_for(2'000'000 * s);
  times.stamp_scale = 1 + 30e-6;
  const auto log = parse_kernel_log("[1000000.000000] NVRM: x\n", "f", times);
  EXPECT_TRUE(log.lines.at(0).boottime_us.is(1'000'030 * s));
}

TEST(KernelLogParse, clock_set_back_leaves_no_end_before_the_start) {
  const auto log = parse_kernel_log(
      "2026-11-30T11:00:00+00:00 box kernel: NVRM: a\n2026-11-30T10:30:00+00:00 box kernel: NVRM: "
      "b",
      "/var/log/kern.log", up_for(5 * hour));
  ASSERT_TRUE(log.covers_from_us && log.covers_to_us);
  EXPECT_LE(*log.covers_from_us, *log.covers_to_us);
}

TEST(KernelLogParse, survives_hostile_text) {
  std::string text = "[    1.000000] NVRM: " + std::string(64 << 10, 'x') + "\n";
  text += "[    2.000000] NVRM: \xff\xfe \x1b]0;title\x07 \xc3\n";
  text += std::string("[    3.000000] NVRM: nul\0byte\n", 30);
  text +=
      "[\n[]\n[ ] NVRM: a\n<>[ 1.0] x\n,,,;\n4,\n4,1,-5,-;NVRM: b\n[99999999999999999999.0] NVRM: "
      "c\n";
  text +=
      "Nov\nNov 31\nNov 30 25:00:00 h kernel: NVRM: d\n2026-13-01T00:00:00Z h kernel: NVRM: e\n";
  text += std::string(64 << 10, ' ');
  const auto log = parse_kernel_log(text, "f", up_for(hour), {.line_bytes = 100});
  ASSERT_GE(log.lines.size(), 3u);
  for (const auto& line : log.lines) {
    EXPECT_LE(line.text.size(), 300u);
    EXPECT_EQ(line.text, clean_text(line.text)) << "control characters or broken UTF-8";
    EXPECT_EQ(line.text.find('\n'), std::string::npos);
  }
}

TEST(KernelLogParse, empty_text_says_nothing) {
  for (const auto* text : {"", "\n", "\n\n \n"}) {
    const auto log = parse_kernel_log(text, "kmsg", up_for(s));
    EXPECT_TRUE(log.lines.empty());
    EXPECT_TRUE(log.covers_from_us.is_absent());
  }
}

TEST(KernelLogMerge, file_completes_a_ring_that_lost_its_start) {
  const auto times = up_for(hour);
  auto ring = parse_kernel_log("4,900,1000000000,-;NVRM: ring\n", "kmsg", times);
  const auto file = parse_kernel_log(
      "Nov 29 10:00:00 h kernel: [90000.000000] NVRM: old\n"
      "Nov 30 11:00:01 h kernel: [    0.000000] Linux version 6.1.0\n"
      "Nov 30 11:00:02 h kernel: [    2.000000] NVRM: start\n"
      "Nov 30 11:16:40 h kernel: [ 1000.000000] NVRM: ring\n",
      "/var/log/kern.log", times);
  const auto log = merge_logs(ring, file);
  ASSERT_EQ(log.lines.size(), 3u);
  EXPECT_TRUE(log.lines[0].earlier_boot);
  EXPECT_EQ(log.lines[1].text, "NVRM: start");
  EXPECT_EQ(log.lines[2].text, "NVRM: ring");
  EXPECT_TRUE(log.covers_from_us.is(0));
  EXPECT_EQ(log.source, "kmsg, /var/log/kern.log");
}

TEST(KernelLogMerge, file_with_a_gap_does_not_extend_the_coverage) {
  const auto times = up_for(hour);
  auto ring = parse_kernel_log("4,900,1000000000,-;NVRM: ring\n", "kmsg", times);
  const auto file =
      parse_kernel_log("Nov 30 11:00:02 h kernel: [    2.000000] NVRM: start\n", "f", times);
  EXPECT_TRUE(merge_logs(ring, file).covers_from_us.is(1000 * s));
}

}  // namespace
}  // namespace gpuproof
