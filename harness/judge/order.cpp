// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Order of items. It depends on nothing but the items, so the same run gives the same bytes.
#include <algorithm>
#include <tuple>

#include "harness/judge/items.h"
#include "harness/judge/verdict.h"

namespace gpuproof {
namespace {

int rank(const Item& item) {
  if (item.waiver) return 0;
  if (rejects(item)) return 1;
  const bool counts = leaves_open(item);
  switch (item.outcome) {
    case Outcome::error:
      return counts ? 2 : 6;
    case Outcome::inconclusive:
      return counts ? 3 : 7;
    case Outcome::skip:
      return counts ? 4 : 9;
    case Outcome::fail:
      return 5;  // of an item that is only advice
    case Outcome::warn:
      return 8;
    case Outcome::pass:
      break;
  }
  return 10;
}

auto order_of(const Item& item) {
  return std::tuple(rank(item), item.key, item.subject.text(), item.finding);
}

}  // namespace

void sort_items(std::vector<Item>& items) {
  std::stable_sort(items.begin(), items.end(),
                   [](const auto& a, const auto& b) { return order_of(a) < order_of(b); });
}

}  // namespace gpuproof
