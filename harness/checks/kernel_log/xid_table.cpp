// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/checks/kernel_log/xid_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/base/codec.h"
#include "harness/checks/embedded_data.h"

namespace gpuproof {

template <>
struct EnumNames<XidGrade> {
  static constexpr std::array<EnumRow<XidGrade>, 4> table{{{XidGrade::fail, "fail"},
                                                           {XidGrade::application, "application"},
                                                           {XidGrade::warn, "warn"},
                                                           {XidGrade::record, "record"}}};
};

namespace {

struct XidRow {
  int xid = 0, source = 0;
  std::string name, meaning, kind, action;
  XidGrade grade = XidGrade::unknown;
};
template <class V>
void describe(V& v, XidRow& x) {
  v("xid", x.xid);
  v("name", x.name);
  v("meaning", x.meaning);
  v("class", x.kind);
  v("grade", x.grade);
  v("action", x.action);
  v("source", x.source);
}

struct XidFile {
  std::string about, date;
  std::vector<std::string> sources;
  std::vector<XidRow> records;
};
template <class V>
void describe(V& v, XidFile& x) {
  v("about", x.about);
  v("date", x.date);
  v("sources", x.sources);
  v("records", x.records);
}

std::map<int, XidMeaning> load() {
  std::map<int, XidMeaning> table;
  const auto file = decode_text<XidFile>(embedded_data("xid.json"), "xid.json");
  for (const auto& row : file.records)
    table[row.xid] = {row.xid, row.name, row.meaning, row.kind, row.action, row.grade};
  return table;
}

// From the action that goes furthest to the one that does least.
int rank_of(const std::string& action) {
  constexpr std::string_view actions[] = {
      "reboot",  "check power", "reset the GPU",      "restart the virtual",
      "contact", "update",      "restart the program"};
  int rank = 0;
  for (const auto start : actions) {
    if (action.starts_with(start)) return rank;
    ++rank;
  }
  return rank;
}

}  // namespace

const XidMeaning& xid_meaning(int code) {
  static const auto table = load();
  static const XidMeaning unknown{.name = "unknown",
                                  .meaning = "a number that gpuproof does not know",
                                  .kind = "unknown",
                                  .action = "look it up in NVIDIA's Xid catalogue"};
  const auto found = table.find(code);
  return found == table.end() ? unknown : found->second;
}

const XidMeaning& gravest_xid(const std::set<int>& codes) {
  const auto worst = std::min_element(codes.begin(), codes.end(), [](int a, int b) {
    const auto &x = xid_meaning(a), &y = xid_meaning(b);
    return std::pair(x.grade, rank_of(x.action)) < std::pair(y.grade, rank_of(y.action));
  });
  return xid_meaning(worst == codes.end() ? -1 : *worst);
}

std::string after_which(const std::string& action) {
  if (action == "none") return "repeat the test";
  return action.find("then") == std::string::npos ? action + ", then repeat the test" : action;
}

std::string xid_text(int code) {
  return fmt::format("Xid {} ({})", code, xid_meaning(code).meaning);
}

}  // namespace gpuproof
