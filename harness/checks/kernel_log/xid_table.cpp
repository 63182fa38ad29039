// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/checks/kernel_log/xid_table.h"

#include <fmt/core.h>

#include <map>
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

std::string xid_text(int code) {
  return fmt::format("Xid {} ({})", code, xid_meaning(code).meaning);
}

}  // namespace gpuproof
