// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Items of data checks. A benchmark that did not run has none.
#include <fmt/core.h>

#include <map>

#include "harness/judge/items.h"

namespace gpuproof {
namespace {

bool ran(const BenchRecord& record) {
  return record.integrity || record.outcome == Outcome::fail || !record.metrics.empty();
}

Outcome outcome_of(const BenchRecord& record) {
  const auto& data = record.integrity;
  if (record.outcome == Outcome::fail || (data && data->mismatches > 0)) return Outcome::fail;
  return data && data->checked && data->values > 0 ? Outcome::pass : Outcome::error;
}

Item item_of(const RunView& view, const BenchRecord& record) {
  const Key key{record.benchmark, record.labels};
  Item item{
      .key = key.integrity().text(), .subject = view.subject(key), .outcome = outcome_of(record)};
  item.why = "Wrong data is worse than slow data.";
  const auto data = record.integrity.value_or(Integrity{});
  item.observed = data.values == 0 && !record.message.empty()
                      ? record.message
                      : fmt::format("{} of {} values wrong", data.mismatches, data.values);
  const auto head = item.subject.text() + ": " + record.benchmark;
  if (item.outcome == Outcome::pass) {
    item.finding = fmt::format("{} gave right data ({} values compared).", head, data.values);
  } else if (item.outcome == Outcome::fail) {
    item.who = Who::vendor;
    item.remedy = "Repeat it on this part and on another of its kind, then replace the part.";
    item.cause = record.message;
    item.finding = fmt::format("{} gave wrong data ({}). {}", head, item.observed, item.remedy);
    if (!data.first_mismatch.empty()) item.evidence.push_back("first: " + data.first_mismatch);
  } else {
    item.who = Who::user;
    item.observed = "not checked";
    item.finding = head + " ended before its data were checked; run it again.";
  }
  if (!data.how.empty()) item.evidence.push_back("compared: " + data.how);
  return item;
}

int severity(Outcome outcome) {
  return outcome == Outcome::fail ? 2 : outcome == Outcome::error ? 1 : 0;
}

}  // namespace

std::vector<Item> integrity_items(const RunView& view) {
  std::map<std::string, Item> worst;  // one mismatch in any attempt stays
  for (const auto& line : view.run.journal.lines) {
    if (!line.result || !ran(*line.result)) continue;
    auto item = item_of(view, *line.result);
    const auto [at, fresh] = worst.try_emplace(item.key, item);
    if (!fresh && severity(item.outcome) > severity(at->second.outcome)) at->second = item;
  }
  std::vector<Item> items;
  for (auto& [key, item] : worst) items.push_back(std::move(item));
  return items;
}

}  // namespace gpuproof
