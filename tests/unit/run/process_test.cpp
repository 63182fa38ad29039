// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Real processes: the launcher over /bin/sh, and the worker's loop over real pipes.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/run/protocol.h"
#include "harness/run/system_launcher.h"
#include "harness/run/worker.h"
#include "tests/unit/run/scratch_folder.h"

namespace gpuproof {
namespace {

using testing::HasSubstr;
using Kind = ProcessEvent::Kind;

// What happens until the child ended, or ten seconds passed.
std::vector<ProcessEvent> until_end(SystemLauncher& launcher) {
  std::vector<ProcessEvent> all;
  const auto until = system_clock().raw() + 10'000'000'000;
  while (system_clock().raw() < until) {
    for (auto& event : launcher.wait(until - system_clock().raw())) {
      all.push_back(event);
      if (event.kind == Kind::ended) return all;
    }
  }
  return all;
}

LaunchSpec shell(const std::string& script, const std::filesystem::path& log = {}) {
  return {.arguments = {"-c", script}, .log = log};
}

TEST(SystemLauncher, lines_come_in_order_and_before_the_end) {
  SystemLauncher launcher("/bin/sh");
  launcher.start(shell("echo one >&4; echo two >&4; exit 7"));
  const auto events = until_end(launcher);
  std::vector<std::string> texts;
  for (const auto& event : events)
    if (event.kind == Kind::line) texts.push_back(event.text);
  EXPECT_THAT(texts, testing::ElementsAre("one", "two"));
  EXPECT_EQ(events.back().end.exit_code, 7);
  EXPECT_EQ(events.back().end.signal, 0);
}

TEST(SystemLauncher, orders_arrive_and_a_dead_child_takes_none) {
  SystemLauncher launcher("/bin/sh");
  const auto child = launcher.start(shell("read x <&3; echo got $x >&4"));
  EXPECT_TRUE(launcher.send(child, "hello\n"));
  const auto events = until_end(launcher);
  EXPECT_EQ(events.front().text, "got hello");
  EXPECT_FALSE(launcher.send(child, "more\n"));
  EXPECT_EQ(launcher.pid(child), 0);
}

TEST(SystemLauncher, a_signal_is_told_by_number_and_reaches_the_whole_group) {
  SystemLauncher launcher("/bin/sh");
  const auto child = launcher.start(shell("sleep 100 & echo $! >&4; wait"));
  auto events = launcher.wait(5'000'000'000);
  ASSERT_FALSE(events.empty());
  const auto grandchild = std::stoi(events[0].text);
  launcher.end(child, SIGKILL);
  EXPECT_EQ(until_end(launcher).back().end.signal, SIGKILL);
  for (int i = 0; i < 100 && ::kill(grandchild, 0) == 0; ++i) ::usleep(20'000);
  EXPECT_NE(::kill(grandchild, 0), 0);
}

TEST(SystemLauncher, a_grandchild_that_holds_the_pipe_does_not_hide_the_end) {
  SystemLauncher launcher("/bin/sh");
  launcher.start(shell("sleep 100 & exit 3"));
  EXPECT_EQ(until_end(launcher).back().end.exit_code, 3);
}

TEST(SystemLauncher, output_goes_to_the_log_and_the_child_inherits_no_other_descriptor) {
  const ScratchFolder place;
  const int stray = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  SystemLauncher launcher("/bin/sh");
  launcher.start(
      shell("echo out; echo err >&2; ls /proc/self/fd | tr '\\n' ' ' >&4", place / "log"));
  const auto events = until_end(launcher);
  ::close(stray);
  EXPECT_EQ(read_input_file(place / "log"), "out\nerr\n");
  // ls itself opens the folder that it lists, as 5 or higher.
  EXPECT_THAT(events.back().kind, Kind::ended);
  EXPECT_EQ(launcher.state(0), "");
}

TEST(SystemLauncher, a_signal_to_us_is_an_event) {
  SystemLauncher launcher("/bin/sh");
  ::kill(::getpid(), SIGTERM);
  const auto events = launcher.wait(5'000'000'000);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].kind, Kind::signal);
  EXPECT_EQ(events[0].number, SIGTERM);
}

TEST(SystemLauncher, a_line_without_end_is_an_overflow_and_not_our_memory) {
  SystemLauncher launcher("/bin/sh");
  const auto child = launcher.start(shell("exec cat /dev/zero >&4"));
  bool overflow = false;
  for (int i = 0; i < 100'000 && !overflow; ++i)
    for (const auto& event : launcher.wait(1'000'000'000)) overflow |= event.kind == Kind::overflow;
  EXPECT_TRUE(overflow);
  launcher.end(child, SIGKILL);
}

TEST(SystemLauncher, a_program_that_cannot_be_started_is_a_system_error) {
  SystemLauncher launcher("/nonexistent/program");
  EXPECT_THROW(launcher.start(shell("")), SystemError);
}

TEST(SystemLauncher, waiting_returns_at_its_time_when_nothing_happens) {
  SystemLauncher launcher("/bin/sh");
  const auto before = system_clock().raw();
  EXPECT_TRUE(launcher.wait(50'000'000).empty());
  EXPECT_GE(system_clock().raw() - before, 50'000'000);
}

// The loop of a worker on real pipes, with a benchmark that is a function.
struct WorkerOnPipes {
  explicit WorkerOnPipes(RunStep run) {
    EXPECT_EQ(::pipe2(orders, O_CLOEXEC), 0);
    EXPECT_EQ(::pipe2(records, O_CLOEXEC), 0);
    thread = std::thread([this, run] {
      try {
        exit_code = serve_orders(orders[0], records[1], run);
      } catch (const Error& e) {
        error = e.what();
      }
      ::close(records[1]);
    });
  }
  ~WorkerOnPipes() {
    if (orders[1] >= 0) ::close(orders[1]);
    if (thread.joinable()) thread.join();
    ::close(orders[0]);
    ::close(records[0]);
  }
  void order(const Order& order) { write_all(orders[1], order_line(order), "test"); }
  void close_orders() {
    ::close(orders[1]);
    orders[1] = -1;
  }
  std::vector<WorkerRecord> rest() {
    std::string text;
    char block[4096];
    for (ssize_t n; (n = ::read(records[0], block, sizeof block)) > 0;)
      text.append(block, static_cast<std::size_t>(n));
    std::vector<WorkerRecord> all;
    for (const auto line : lines(text)) all.push_back(parse_worker_record(line));
    return all;
  }

  int orders[2], records[2], exit_code = -1;
  std::string error;
  std::thread thread;
};

BenchRecord plain(const PlanStep&, const std::function<void(std::uint64_t)>& progress) {
  progress(1);
  return {.outcome = Outcome::pass};
}

TEST(Worker, names_a_benchmark_before_it_runs_it_and_says_bye) {
  WorkerOnPipes worker(plain);
  worker.order(
      {.order = OrderKind::run, .step = PlanStep{.id = 4, .benchmark = "host/read"}, .attempt = 3});
  worker.order({.order = OrderKind::stop});
  const auto records = worker.rest();
  ASSERT_EQ(records.size(), 4u);
  EXPECT_EQ(records[0].record, RecordKind::started);
  EXPECT_EQ(records[0].benchmark, "host/read");
  EXPECT_EQ(records[1].record, RecordKind::progress);
  EXPECT_EQ(records[2].result->step, 4);
  EXPECT_EQ(records[2].result->attempt, 3);
  EXPECT_EQ(records[3].record, RecordKind::bye);
}

TEST(Worker, progress_is_told_only_when_work_was_done) {
  WorkerOnPipes worker([](const PlanStep&, const auto&) {
    ::usleep(500'000);  // stuck, in the small
    return BenchRecord{.outcome = Outcome::pass};
  });
  worker.order(
      {.order = OrderKind::run, .step = PlanStep{.id = 1, .benchmark = "x/y"}, .attempt = 1});
  worker.order({.order = OrderKind::stop});
  for (const auto& record : worker.rest()) EXPECT_NE(record.record, RecordKind::progress);
}

TEST(Worker, a_member_of_a_group_waits_for_go) {
  std::atomic<bool> ran = false;
  WorkerOnPipes worker([&](const PlanStep& step, const auto& progress) {
    ran = true;
    return plain(step, progress);
  });
  worker.order({.order = OrderKind::run,
                .step = PlanStep{.id = 1, .benchmark = "x/y"},
                .attempt = 1,
                .member = 0,
                .members = 2});
  worker.order({.order = OrderKind::are_you_ready});
  ::usleep(100'000);
  EXPECT_FALSE(ran);
  worker.order({.order = OrderKind::go});
  worker.order({.order = OrderKind::stop});
  const auto records = worker.rest();
  EXPECT_TRUE(ran);
  EXPECT_EQ(records[1].phase, "ready");
}

TEST(Worker, more_runs_the_same_step_as_the_next_attempt) {
  WorkerOnPipes worker(plain);
  worker.order(
      {.order = OrderKind::run, .step = PlanStep{.id = 1, .benchmark = "x/y"}, .attempt = 1});
  worker.order({.order = OrderKind::more, .attempt = 2});
  worker.order({.order = OrderKind::stop});
  int results = 0;
  for (const auto& record : worker.rest())
    if (record.result) {
      EXPECT_EQ(record.result->attempt, ++results);
    }
  EXPECT_EQ(results, 2);
}

TEST(Worker, ends_when_its_orders_end_and_refuses_what_it_does_not_understand) {
  {
    WorkerOnPipes worker(plain);
    worker.close_orders();
    EXPECT_EQ(worker.rest().back().record, RecordKind::bye);
  }
  WorkerOnPipes worker(plain);
  write_all(worker.orders[1], "dance\n", "test");
  worker.rest();
  worker.thread.join();
  EXPECT_THAT(worker.error, HasSubstr("order"));
}

}  // namespace
}  // namespace gpuproof
