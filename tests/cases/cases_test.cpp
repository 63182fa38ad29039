// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Every case file is judged and compared with the judgement it states.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "harness/base/files.h"
#include "harness/base/text.h"
#include "tests/cases/field_case.h"

namespace gpuproof {
namespace {

const fs::path folder = GPUPROOF_CASES_DIR;

std::vector<std::string> case_ids() {
  std::vector<std::string> ids;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const auto name = entry.path().filename().string();
    // Cases are named like PCIE-06; the other files of the folder are not.
    if (name.ends_with(".json") && contains(name, "-") && std::isupper(name[0]))
      ids.push_back(name.substr(0, name.size() - 5));
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

int severity(const Item& item) {
  switch (item.outcome) {
    case Outcome::pass:
      return 0;
    case Outcome::skip:
      return 1;
    case Outcome::warn:
      return 2;
    case Outcome::inconclusive:
      return 3;
    case Outcome::error:
      return 4;
    case Outcome::fail:
      break;
  }
  return 5;
}

std::vector<const Item*> items_of(const Report& report, const std::string& wanted) {
  const auto key = Key::parse(wanted);
  std::vector<const Item*> found;
  for (const auto& item : report.items)
    if (key.labels.empty() ? Key::parse(item.key).name == key.name : item.key == key.text())
      found.push_back(&item);
  std::stable_sort(found.begin(), found.end(),
                   [](auto* a, auto* b) { return severity(*a) > severity(*b); });
  return found;
}

bool is_met(const Item& item, Outcome wanted) {
  if (wanted == Outcome::skip)
    return item.outcome == Outcome::skip || item.outcome == Outcome::inconclusive;
  return item.outcome == wanted;
}

std::string words_of(const Item& item) {
  return item.finding + "\n" + item.observed + "\n" + item.expected + "\n" + item.cause + "\n" +
         item.remedy + "\n" + join(item.evidence, "\n") + "\n";
}

class Case : public testing::TestWithParam<std::string> {};

TEST_P(Case, is_judged_right) {
  const auto field_case = load_case(folder / (GetParam() + ".json"));
  EXPECT_EQ(field_case.id, GetParam());
  const auto run = run_of(field_case, read_input_file(folder / "base.json"));
  const JudgeOptions options{.today = "2026-11-30"};
  const auto report = judge(run, options);
  std::string words = report.headline + "\n";
  for (const auto& right : field_case.right) {
    const auto items = items_of(report, right.key);
    ASSERT_FALSE(items.empty()) << right.key << " is no item";
    EXPECT_TRUE(is_met(*items.front(), right.outcome))
        << right.key << " must be " << name_of(right.outcome) << " and is "
        << name_of(items.front()->outcome) << ": " << items.front()->finding;
    for (const auto* item : items) words += words_of(*item);
  }
  EXPECT_EQ(report.verdict, field_case.run_verdict.value_or(report.verdict))
      << name_of(report.verdict) << ": " << join(report.reasons, "\n");
  for (const auto& part : field_case.diagnosis)
    EXPECT_TRUE(contains(lower(words), lower(part))) << "not told: " << part << "\nin: " << words;
  for (int i = 1; i < field_case.judged_times; ++i)
    ASSERT_EQ(report_to_json(judge(run, options)), report_to_json(report));
}

INSTANTIATE_TEST_SUITE_P(Field, Case, testing::ValuesIn(case_ids()), [](const auto& param) {
  auto name = param.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace gpuproof
