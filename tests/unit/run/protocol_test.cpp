// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/protocol.h"

#include <gtest/gtest.h>

#include "harness/base/error.h"

namespace gpuproof {
namespace {

TEST(Protocol, an_order_comes_back_as_it_was_sent) {
  Order order{.order = OrderKind::run,
              .step = PlanStep{.id = 7, .benchmark = "host/fma", .labels = {{"dtype", "fp32"}}},
              .attempt = 2,
              .member = 1,
              .members = 4};
  const auto line = order_line(order);
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  const auto back = parse_order(line);
  EXPECT_EQ(back.step->labels.at("dtype"), "fp32");
  EXPECT_EQ(back.attempt, 2);
  EXPECT_EQ(order_line(back), line);
}

TEST(Protocol, every_kind_of_order_and_record_has_its_word) {
  EXPECT_EQ(name_of(OrderKind::are_you_ready), "ready?");
  for (const auto* word : {"run", "ready?", "go", "share", "more", "stop"})
    EXPECT_TRUE(enum_from<OrderKind>(word)) << word;
  for (const auto* word : {"started", "progress", "sample", "result", "share", "fact", "bye"})
    EXPECT_TRUE(enum_from<RecordKind>(word)) << word;
}

TEST(Protocol, a_kind_without_what_it_needs_is_refused) {
  EXPECT_THROW(parse_order("{\"order\":\"run\"}"), InputError);
  EXPECT_THROW(parse_order("{\"order\":\"share\"}"), InputError);
  EXPECT_THROW(parse_order("{\"order\":\"more\"}"), InputError);
  for (const auto* kind : {"started", "result", "share", "sample", "fact"})
    EXPECT_THROW(parse_worker_record(std::string("{\"record\":\"") + kind + "\"}"), InputError);
  EXPECT_NO_THROW(parse_worker_record("{\"record\":\"bye\"}"));
}

TEST(Protocol, unknown_members_and_deep_nests_are_refused) {
  EXPECT_THROW(parse_worker_record("{\"record\":\"bye\",\"extra\":1}"), InputError);
  EXPECT_THROW(parse_worker_record(std::string(1000, '[')), InputError);
}

TEST(Protocol, a_sample_that_is_no_number_survives_the_way) {
  BenchRecord result{.step = 1, .benchmark = "host/read"};
  result.metrics.push_back({.key = "host/read", .samples = {1.0, 0.0 / 0.0}});
  const auto back =
      parse_worker_record(worker_line({.record = RecordKind::result, .result = std::move(result)}));
  EXPECT_NE(back.result->metrics[0].samples[1], back.result->metrics[0].samples[1]);
}

TEST(Protocol, schemas_name_their_kinds) {
  EXPECT_NE(order_schema().find("\"ready?\""), std::string::npos);
  EXPECT_NE(worker_record_schema().find("\"bye\""), std::string::npos);
}

}  // namespace
}  // namespace gpuproof
