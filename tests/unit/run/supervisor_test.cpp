// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// One worker, many fates.
#include "harness/run/supervisor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/measure/runner.h"
#include "tests/unit/run/supervised.h"

namespace gpuproof {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// Serves every step but the one named, which is left to `fate`.
FakeLauncher::OnOrder all_but(const std::string& name,
                              std::function<void(FakeLauncher&, ChildId, const PlanStep&)> fate) {
  return [=](FakeLauncher& launcher, ChildId child, const Order& order) {
    if (order.order != OrderKind::run) return;
    if (order.step->benchmark == name)
      fate(launcher, child, *order.step);
    else
      launcher.serves(child, order, 5);
  };
}

TEST(Supervisor, one_worker_serves_every_step_and_the_journal_says_finished) {
  Supervised run(serve_all);
  run.step("host/read");
  run.step("host/copy");
  run.step("host/triad");
  const auto end = run.run();
  EXPECT_EQ(end.event, "");
  EXPECT_EQ(run.results().size(), 3u);
  EXPECT_EQ(run.launcher.specs.size(), 1u);
  EXPECT_TRUE(run.finished());
  EXPECT_EQ(run.launcher.orders[0].back().order, OrderKind::stop);
}

TEST(Supervisor, a_step_is_in_the_journal_before_its_worker_hears_of_it) {
  std::size_t lines_at_order = 0;
  Supervised* view = nullptr;
  Supervised run([&](FakeLauncher& launcher, ChildId child, const Order& order) {
    if (order.order == OrderKind::run) lines_at_order = view->journal.size();
    serve_all(launcher, child, order);
  });
  view = &run;
  run.step("host/read");
  run.run();
  ASSERT_EQ(lines_at_order, 1u);
  EXPECT_EQ(run.journal[0].type, JournalType::started);
}

TEST(Supervisor, a_crash_is_an_error_of_the_named_benchmark_and_a_fresh_worker_goes_on) {
  Supervised run(all_but("host/copy", [](auto& launcher, ChildId child, const PlanStep& step) {
    launcher.names(child, step);
    launcher.ends(child, 2, {.signal = 11});
  }));
  run.step("host/read");
  run.step("host/copy");
  run.step("host/triad");
  EXPECT_EQ(run.run().event, "");
  const auto results = run.results();
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[1].outcome, Outcome::error);
  EXPECT_EQ(results[1].benchmark, "host/copy");
  EXPECT_THAT(results[1].message, HasSubstr("SIGSEGV"));
  EXPECT_THAT(results[1].message, HasSubstr("attachments/worker-1.log"));
  EXPECT_EQ(results[1].promised, std::vector<std::string>{"host/copy"});
  EXPECT_EQ(results[2].outcome, Outcome::pass);
  EXPECT_EQ(run.launcher.specs.size(), 2u);
  EXPECT_THAT(run.events(), Contains("worker_lost"));
}

TEST(Supervisor, a_worker_whose_context_died_is_ended_and_a_fresh_one_goes_on) {
  Supervised run(all_but("memory/copy", [](auto& launcher, ChildId child, const PlanStep& step) {
    launcher.names(child, step);
    BenchRecord failed{.step = step.id, .benchmark = step.benchmark, .outcome = Outcome::error};
    failed.conditions[context_dead_condition] = "cuStreamSynchronize";
    launcher.says(child, 2,
                  {.record = RecordKind::result, .step = step.id, .result = std::move(failed)});
  }));
  run.step("memory/copy");
  run.step("memory/triad");
  EXPECT_EQ(run.run().event, "");
  ASSERT_EQ(run.results().size(), 2u);
  EXPECT_EQ(run.results()[0].conditions.at("ended_by_us"), "yes");
  EXPECT_EQ(run.results()[1].outcome, Outcome::pass);
  EXPECT_EQ(run.launcher.specs.size(), 2u);
  EXPECT_THAT(run.launcher.signals[0], ElementsAre(9));
  EXPECT_THAT(run.events(), Not(Contains("worker_lost")));
}

TEST(Supervisor, an_exit_without_result_is_an_error_whatever_its_code) {
  Supervised run(all_but("host/copy", [](auto& launcher, ChildId child, const PlanStep& step) {
    launcher.names(child, step);
    launcher.ends(child, 1, {.exit_code = 0});
  }));
  run.step("host/copy");
  run.run();
  EXPECT_EQ(run.results()[0].outcome, Outcome::error);
  EXPECT_THAT(run.results()[0].message, HasSubstr("exit code 0"));
}

TEST(Supervisor, a_kill_for_lack_of_memory_is_told_as_such) {
  Supervised run(all_but("host/copy", [](auto& launcher, ChildId child, const PlanStep& step) {
    launcher.names(child, step);
    launcher.ends(child, 1, {.signal = 9, .out_of_memory = true});
  }));
  run.step("host/copy");
  run.run();
  EXPECT_THAT(run.results()[0].message, HasSubstr("lack of memory"));
  EXPECT_EQ(run.results()[0].conditions.at("worker_ended_by"), "out of memory");
}

TEST(Supervisor, a_hang_ends_at_its_deadline_with_sigterm_then_sigkill) {
  Supervised run(all_but("host/copy", [](auto& launcher, ChildId child, const PlanStep& step) {
    launcher.names(child, step);
    launcher.deaf.insert(child);
  }));
  run.step("host/copy");
  run.step("host/triad");
  run.run();
  EXPECT_THAT(run.launcher.signals[0], ElementsAre(15, 9));
  EXPECT_THAT(run.results()[0].message, HasSubstr("no result within"));
  EXPECT_EQ(run.results()[1].outcome, Outcome::pass);
  EXPECT_LT(run.elapsed_s(), 50 + 4 + 1 + 5 + 1);
}

TEST(Supervisor, progress_does_not_move_the_deadline) {
  Supervised run(all_but("host/copy", [](auto& launcher, ChildId child, const PlanStep& step) {
    launcher.names(child, step);
    for (int i = 1; i < 1000; ++i)
      launcher.says(child, i, {.record = RecordKind::progress, .step = step.id});
  }));
  run.step("host/copy");
  run.run();
  EXPECT_EQ(run.results()[0].outcome, Outcome::error);
  EXPECT_LT(run.elapsed_s(), 60);
}

TEST(Supervisor, the_deadline_scale_stretches_deadlines) {
  Supervised run(all_but("host/copy", [](auto& launcher, ChildId child, const PlanStep& step) {
    launcher.serves(child, {.step = step}, 120);
  }));
  run.options.deadline_scale = 3;
  run.step("host/copy");
  run.run();
  EXPECT_EQ(run.results()[0].outcome, Outcome::pass);
}

TEST(Supervisor, a_process_that_nothing_ends_is_left_behind_and_the_run_goes_on) {
  Supervised run(all_but("host/copy", [](auto& launcher, ChildId child, const PlanStep& step) {
    launcher.names(child, step);
    launcher.deaf.insert(child);
    launcher.unkillable.insert(child);
  }));
  run.step("host/copy");
  run.step("host/triad");
  EXPECT_EQ(run.run().event, "");
  EXPECT_THAT(run.events(), Contains("abandoned"));
  EXPECT_THAT(run.results()[0].message, HasSubstr("state D (nvidia_ioctl)"));
  EXPECT_THAT(run.results()[0].message, HasSubstr("process 1000"));
  EXPECT_EQ(run.results()[1].outcome, Outcome::pass);
  EXPECT_LT(run.elapsed_s(), 50 + 8 + 5 + 1);
}

TEST(Supervisor, garbage_on_the_pipe_is_an_error_and_the_worker_is_ended) {
  for (const std::string text :
       {"segfault at 0", "{\"record\":\"started\"}", "{\"record\":\"result\",\"step\":1}",
        "{\"record\":\"dance\"}", "\xff\xfe", "[]", ""}) {
    Supervised run(all_but("host/copy", [&](auto& launcher, ChildId child, const PlanStep& step) {
      launcher.names(child, step);
      launcher.writes(child, 1, text);
    }));
    run.step("host/copy");
    run.step("host/triad");
    run.run();
    ASSERT_EQ(run.results().size(), 2u) << text;
    EXPECT_EQ(run.results()[0].outcome, Outcome::error);
    EXPECT_THAT(run.results()[0].message, HasSubstr("not a record"));
    EXPECT_EQ(run.launcher.specs.size(), 2u);
  }
}

TEST(Supervisor, a_result_of_another_step_is_garbage) {
  Supervised run(all_but("host/copy", [](auto& launcher, ChildId child, const PlanStep& step) {
    auto other = step;
    other.id = 77;
    launcher.names(child, step);
    BenchRecord record{.step = 77, .benchmark = step.benchmark, .outcome = Outcome::pass};
    launcher.says(child, 1, {.record = RecordKind::result, .step = 77, .result = record});
  }));
  run.step("host/copy");
  run.run();
  EXPECT_EQ(run.results()[0].outcome, Outcome::error);
  EXPECT_EQ(run.results()[0].step, 1);
}

TEST(Supervisor, a_result_without_its_name_before_it_is_garbage) {
  Supervised run(all_but("host/copy", [](auto& launcher, ChildId child, const PlanStep& step) {
    BenchRecord record{.step = step.id, .benchmark = step.benchmark, .outcome = Outcome::pass};
    launcher.says(child, 1, {.record = RecordKind::result, .step = step.id, .result = record});
  }));
  run.step("host/copy");
  run.run();
  EXPECT_EQ(run.results()[0].outcome, Outcome::error);
}

TEST(Supervisor, a_worker_that_closes_its_pipe_and_stays_is_ended_soon) {
  Supervised run(all_but("host/copy", [](auto& launcher, ChildId child, const PlanStep& step) {
    launcher.names(child, step);
    launcher.at(1, {.kind = ProcessEvent::Kind::closed, .child = child});
  }));
  run.step("host/copy");
  run.run();
  EXPECT_EQ(run.results()[0].outcome, Outcome::error);
  EXPECT_LT(run.elapsed_s(), 5);
}

TEST(Supervisor, no_process_to_be_had_is_an_error_of_each_step) {
  Supervised run(serve_all);
  run.launcher.refuse_to_start = true;
  run.step("host/read");
  run.step("host/copy");
  EXPECT_EQ(run.run().event, "");
  ASSERT_EQ(run.results().size(), 2u);
  EXPECT_THAT(run.results()[1].message, HasSubstr("no worker process"));
}

TEST(Supervisor, a_result_just_before_the_end_of_its_worker_counts) {
  Supervised run(all_but("host/copy", [](auto& launcher, ChildId child, const PlanStep& step) {
    launcher.serves(child, {.step = step}, 5);
    launcher.ends(child, 5, {.signal = 11});
  }));
  run.step("host/copy");
  run.step("host/triad");
  run.run();
  EXPECT_EQ(run.results()[0].outcome, Outcome::pass);
  EXPECT_EQ(run.results()[1].outcome, Outcome::pass);
}

TEST(Supervisor, an_undecided_result_is_measured_once_more_as_its_next_attempt) {
  Supervised run(serve_all);
  run.step("host/copy");
  run.hooks.undecided = [](const BenchRecord&) { return true; };
  run.run();
  ASSERT_EQ(run.results().size(), 2u);
  EXPECT_EQ(run.results()[0].attempt, 1);
  EXPECT_EQ(run.results()[1].attempt, 2);
  EXPECT_EQ(run.launcher.orders[0][1].order, OrderKind::more);
}

}  // namespace
}  // namespace gpuproof
