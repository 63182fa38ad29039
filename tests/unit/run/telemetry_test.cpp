// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/telemetry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "harness/base/error.h"
#include "harness/run/guard.h"
#include "harness/run/progress.h"
#include "harness/run/run_log.h"
#include "tests/unit/run/fake_launcher.h"
#include "tests/unit/run/scratch_folder.h"

namespace gpuproof {
namespace {

using testing::HasSubstr;

TEST(SourceReader, a_broken_source_is_named_and_costs_the_others_nothing) {
  const TelemetrySource good{.name = "good", .open = []() -> ReadSource {
                               return [](Readings& r) { r.values["a"] = 1; };
                             }};
  const TelemetrySource bad{.name = "bad", .open = []() -> ReadSource {
                              return [](Readings& r) {
                                r.values["half"] = 2;
                                throw NotObservable("no permission");
                              };
                            }};
  const TelemetrySource unopened{.name = "unopened",
                                 .open = []() -> ReadSource { throw Unavailable("no library"); }};
  const TelemetrySource absent{.name = "absent", .open = []() -> ReadSource { return {}; }};
  SteppedClock clock;
  SourceReader reader({&good, &bad, &unopened, &absent}, clock);
  const auto sample = reader.sample();
  EXPECT_EQ(sample.t, 1);
  EXPECT_EQ(sample.values.size(), 2u);
  EXPECT_THAT(sample.lost, testing::ElementsAre("bad: no permission", "unopened: no library"));
}

TEST(Guard, speaks_of_a_value_that_stays_at_its_limit_and_not_of_a_glitch) {
  const std::map<std::string, double> limits{{"drive/nvme0n1/temperature_c", 84.85}};
  const auto at = [](double c) {
    return std::map<std::string, double>{{"drive/nvme0n1/temperature_c", c}, {"other", 500}};
  };
  Guard guard;
  for (double t : {100.0, 101.0, 102.0, 103.0, 104.9}) EXPECT_EQ(guard.see(t, at(90), limits), "");
  EXPECT_EQ(guard.see(105, at(80), limits), "") << "it cooled down";
  EXPECT_EQ(guard.see(106, at(90), limits), "");
  EXPECT_EQ(guard.see(107, {}, limits), "") << "it could not be read";
  EXPECT_EQ(guard.see(108, at(std::nan("")), limits), "");
  EXPECT_EQ(guard.see(110, at(90), limits), "");
  EXPECT_THAT(guard.see(115, at(90), limits),
              HasSubstr("drive/nvme0n1/temperature_c stayed at 90"));
}

TEST(SourceReader, gives_the_limits_that_its_sources_name) {
  const TelemetrySource source{.name = "drive", .open = []() -> ReadSource {
                                 return [](Readings& r) { r.values["a"] = r.limits["a"] = 1; };
                               }};
  SteppedClock clock;
  SourceReader reader({&source}, clock);
  reader.sample();
  EXPECT_EQ(reader.limits().at("a"), 1);
}

TEST(TelemetryFile, goes_on_after_the_last_whole_line) {
  const ScratchFolder place;
  write_file_atomic(place / "t.jsonl", "{\"t\":1,\"values\":{}}\n{\"t\":2,\"val");
  TelemetryFile file(place / "t.jsonl");
  EXPECT_TRUE(file.append({.t = 3}));
  int broken = 0;
  const auto samples = parse_telemetry(read_input_file(place / "t.jsonl"), broken);
  EXPECT_EQ(broken, 0);
  ASSERT_EQ(samples.size(), 2u);
  EXPECT_EQ(samples[1].t, 3);
}

TEST(TelemetryFile, a_file_of_one_cut_line_begins_anew) {
  const ScratchFolder place;
  write_file_atomic(place / "t.jsonl", std::string(200'000, 'x'));
  TelemetryFile file(place / "t.jsonl");
  EXPECT_TRUE(file.append({.t = 3}));
  int broken = 0;
  EXPECT_EQ(parse_telemetry(read_input_file(place / "t.jsonl"), broken).size(), 1u);
}

TEST(Telemetry, a_line_that_cannot_be_read_costs_that_line) {
  int broken = 0;
  const auto samples = parse_telemetry(
      "{\"t\":1,\"values\":{}}\nrubbish\n{\"t\":\"2\",\"values\":{}}\n{\"t\":3,\"values\":{}}\n",
      broken);
  EXPECT_EQ(broken, 2);
  ASSERT_EQ(samples.size(), 2u);
  EXPECT_EQ(samples[1].t, 3);
}

TEST(RunLog, a_second_failure_is_silent_and_the_first_stays) {
  int freed = 0;
  RunLog log([](JournalLine) { throw SystemError("cannot write journal", 28); }, [&] { ++freed; });
  log.finished();
  log.finished();
  EXPECT_EQ(freed, 1);
  EXPECT_THAT(log.failure(), HasSubstr("cannot write journal"));
}

std::string shown(ProgressStyle style) {
  std::FILE* file = std::tmpfile();
  {
    PlanStep step{.id = 1, .benchmark = "host/read", .estimate_s = 5};
    const WorkUnit unit{{{&step, 1}}};
    SteppedClock clock;
    ProgressView view(
        file, style, {unit},
        [](const BenchRecord&) {
          return std::vector<Item>{{.key = "host/read",
                                    .outcome = Outcome::fail,
                                    .figure = Figure{48.3, 48, 49, 9, "GB/s"}}};
        },
        clock);
    auto hooks = view.hooks();
    hooks.started(unit);
    hooks.live({.record = RecordKind::progress});
    hooks.result({.outcome = Outcome::pass});
    hooks.event("interrupted", "SIGTERM \x1b[31marrived");
  }
  std::string text(static_cast<std::size_t>(std::ftell(file)), '\0');
  std::rewind(file);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return text;
}

TEST(ProgressView, a_pipe_gets_plain_lines_with_time_left_and_the_word) {
  const auto text = shown({.terminal = false, .colour = false});
  EXPECT_THAT(text, HasSubstr("[1/1] host/read, about 5 s left\n"));
  EXPECT_THAT(text, HasSubstr("fail"));
  EXPECT_THAT(text, HasSubstr("48.3 GB/s"));
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find('\r'), std::string::npos);
}

TEST(ProgressView, colour_never_stands_without_the_word) {
  const auto text = shown({.terminal = true, .colour = true});
  EXPECT_THAT(text, HasSubstr("\x1b[31mfail"));
  EXPECT_THAT(text, HasSubstr("nothing judged yet"));
  EXPECT_EQ(text.find("\x1b[31marrived"), std::string::npos);
  EXPECT_EQ(shown({.terminal = true, .colour = false}).find("\x1b[3"), std::string::npos);
}

}  // namespace
}  // namespace gpuproof
