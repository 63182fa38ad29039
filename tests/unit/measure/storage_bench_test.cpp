// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage_bench.h"

#include <gtest/gtest.h>

#include "harness/base/text.h"
#include "harness/measure/runner.h"
#include "tests/unit/measure/storage/temporary_folder.h"

namespace gpuproof {
namespace {

BenchRecord run(const std::string& name, PlanStep step, const std::string& target) {
  const auto* benchmark = Registry<Benchmark>::instance().find(name);
  if (!benchmark) throw std::logic_error("not registered: " + name);
  step.benchmark = name;
  step.budget_s = 0.3;
  step.options["target"] = target;
  step.options.emplace("file_bytes", "16MiB");
  return run_benchmark(*benchmark, step);
}

// The folder under test is on a disk here; a machine without one has nothing to show.
bool usable(const std::string& folder) { return drive_of_target(folder) != "unknown"; }

TEST(StorageBench, every_benchmark_reads_checks_and_reports) {
  for (const auto& [name, labels] :
       std::vector<std::pair<std::string, Labels>>{{"storage/sequential_read", {}},
                                                   {"storage/random_read", {{"q", "32"}}},
                                                   {"storage/random_read_latency", {{"q", "1"}}}}) {
    const TemporaryFolder folder;
    if (!usable(folder.path())) GTEST_SKIP() << "no drive below /tmp";
    const auto record = run(name, {.labels = labels}, folder.path());
    EXPECT_EQ(record.outcome, Outcome::pass) << name << ": " << record.message;
    ASSERT_EQ(record.metrics.size(), 1u) << name;
    EXPECT_EQ(record.promised, std::vector<std::string>{record.metrics[0].key});
    EXPECT_EQ(Key::parse(record.metrics[0].key).labels.at("mode"), "alone");
    // On a busy machine a window as short as these may hold too few reads for a median.
    EXPECT_GE(record.metrics[0].samples.size(),
              labels.count("q") && labels.at("q") == "1" ? 1u : 8u);
    ASSERT_TRUE(record.integrity);
    EXPECT_TRUE(record.integrity->checked);
    EXPECT_GE(record.integrity->values, 4 * MiB / 8);
    EXPECT_EQ(record.integrity->mismatches, 0u);
    EXPECT_EQ(record.method.at("access"), "O_DIRECT");
    EXPECT_FALSE(record.method.at("engine").empty());
    EXPECT_LE(record.started_s, record.ended_s);
  }
}

TEST(StorageBench, steps_of_one_process_share_a_file_per_target) {
  const TemporaryFolder one, two;
  if (!usable(one.path())) GTEST_SKIP() << "no drive below /tmp";
  for (const auto* folder : {&one, &two, &one}) {
    const auto record = run("storage/sequential_read", {}, folder->path());
    EXPECT_EQ(record.outcome, Outcome::pass) << record.message;
  }
  EXPECT_EQ(one.entries(), 1u);
  EXPECT_EQ(two.entries(), 1u);
}

TEST(StorageBench, labels_of_the_plan_stand_in_the_keys) {
  const TemporaryFolder folder;
  if (!usable(folder.path())) GTEST_SKIP() << "no drive below /tmp";
  const auto record = run("storage/random_read",
                          {.labels = {{"drive", "nvme9n1"}, {"mode", "together"}, {"q", "32"}},
                           .promises = {"storage/random_read{drive=nvme9n1,mode=together,q=32}"}},
                          folder.path());
  EXPECT_EQ(record.outcome, Outcome::pass) << record.message;
  EXPECT_EQ(record.metrics.at(0).key, "storage/random_read{drive=nvme9n1,mode=together,q=32}");
  EXPECT_TRUE(contains(join(record.notes, ";"), "planned for nvme9n1, found on"));
}

// Field case: a target in RAM.
TEST(StorageBench, memory_is_an_error_with_its_reason_and_no_figure) {
  const TemporaryFolder folder("/dev/shm");
  const auto record = run("storage/sequential_read", {}, folder.path());
  EXPECT_EQ(record.outcome, Outcome::error);
  EXPECT_TRUE(contains(record.message, "is RAM, not a disk")) << record.message;
  EXPECT_TRUE(record.metrics.empty());
  EXPECT_EQ(folder.entries(), 0u);
}

TEST(StorageBench, bad_options_are_named) {
  const TemporaryFolder folder;
  const auto message = [&](const std::string& option, const std::string& value) {
    return run("storage/sequential_read", {.options = {{option, value}}}, folder.path()).message;
  };
  EXPECT_TRUE(contains(message("seed", "x"), "seed"));
  EXPECT_TRUE(contains(message("file_bytes", "many"), "file_bytes"));
  EXPECT_TRUE(contains(message("raw", "yes"), "not a block device"));
  EXPECT_EQ(folder.entries(), 0u);
}

TEST(StorageBench, a_queue_depth_that_is_no_number_is_an_error) {
  const TemporaryFolder folder;
  for (const std::string q : {"", "0", "-1", "many", "100000"}) {
    const auto record = run("storage/random_read", {.labels = {{"q", q}}}, folder.path());
    EXPECT_EQ(record.outcome, Outcome::error) << q;
  }
}

}  // namespace
}  // namespace gpuproof
