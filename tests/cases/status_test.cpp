// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// status.json says of every field case where it stands: a file here, or the step that it waits for.
#include <gtest/gtest.h>

#include <set>

#include "harness/base/codec.h"
#include "harness/base/files.h"
#include "harness/base/text.h"
#include "harness/record/key.h"

namespace gpuproof {
namespace {

const fs::path folder = GPUPROOF_CASES_DIR;

struct CaseStatus {
  std::string area;
  std::optional<std::string> file;
  std::optional<int> step;
  std::optional<std::string> why;
};
template <class V>
void describe(V& v, CaseStatus& x) {
  v("area", x.area);
  v("file", x.file);
  v("step", x.step);
  v("why", x.why);
}

using Status = std::map<std::string, CaseStatus>;

Status status() { return decode_file<Status>(folder / "status.json"); }

TEST(CaseStatus, lists_every_case_once) { EXPECT_EQ(status().size(), 131u); }

TEST(CaseStatus, says_of_each_case_where_it_stands) {
  for (const auto& [id, entry] : status()) {
    EXPECT_NE(entry.file.has_value(), entry.step.has_value()) << id;
    EXPECT_TRUE(!entry.file || fs::is_regular_file(folder / *entry.file)) << id;
    EXPECT_GE(entry.step.value_or(2), 2) << id;
    EXPECT_TRUE(!entry.step || !entry.why.value_or("").empty()) << id << " waits without a reason";
  }
}

TEST(CaseStatus, knows_every_file) {
  std::set<std::string> known;
  for (const auto& [id, entry] : status())
    if (entry.file) known.insert(*entry.file);
  for (const auto& entry : fs::directory_iterator(folder)) {
    const auto name = entry.path().filename().string();
    const bool is_case = name.ends_with(".json") && std::isupper(name[0]);
    EXPECT_TRUE(!is_case || known.contains(name)) << name << " is not in status.json";
  }
}

TEST(CaseNames, are_keys_or_say_what_they_are) {
  const auto names =
      decode_file<std::map<std::string, std::vector<std::string>>>(folder / "names.json");
  EXPECT_GE(names.size(), 60u);
  for (const auto& [word, keys] : names) {
    EXPECT_FALSE(keys.empty()) << word;
    for (const auto& key : keys) {
      if (contains(key, " ")) continue;  // words, not a key
      EXPECT_NO_THROW(Key::parse(key)) << word;
    }
  }
}

}  // namespace
}  // namespace gpuproof
