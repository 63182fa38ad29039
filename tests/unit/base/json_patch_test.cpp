// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/base/json_patch.h"

#include <gtest/gtest.h>

#include "harness/base/codec.h"

namespace gpuproof {
namespace {

std::string merged(const std::string& target, const std::string& patch) {
  auto json = parse_json_box(target, "target");
  merge_patch(*json, *parse_json_box(patch, "patch"));
  return dump_line(*json);
}

TEST(MergePatch, merges_objects_and_replaces_the_rest) {
  EXPECT_EQ(merged(R"({"a":{"b":1,"c":2},"d":[1,2]})", R"({"a":{"c":3},"d":[4],"e":5})"),
            R"({"a":{"b":1,"c":3},"d":[4],"e":5})");
  EXPECT_EQ(merged(R"({"a":1})", R"({"a":{"b":2}})"), R"({"a":{"b":2}})");
}

TEST(MergePatch, keeps_null_and_gaps_as_values) {
  EXPECT_EQ(merged(R"({"a":{"b":1}})", R"({"a":null})"), R"({"a":null})");
  EXPECT_EQ(merged(R"({"a":{"b":1}})", R"({"a":{"unreadable":"no"}})"),
            R"({"a":{"unreadable":"no"}})");
}

}  // namespace
}  // namespace gpuproof
