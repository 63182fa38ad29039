// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/checks/gpu/event_reasons.h"

#include <fmt/core.h>

#include "harness/base/codec.h"
#include "harness/checks/embedded_data.h"

namespace gpuproof {

template <>
struct EnumNames<ReasonGrade> {
  static constexpr std::array<EnumRow<ReasonGrade>, 5> table{{{ReasonGrade::benign, "benign"},
                                                              {ReasonGrade::normal, "normal"},
                                                              {ReasonGrade::note, "note"},
                                                              {ReasonGrade::hardware, "hardware"},
                                                              {ReasonGrade::bad, "bad"}}};
};

namespace {

struct ReasonRow {
  int bit = 0;
  std::string name, meaning, remedy, source;
  ReasonGrade grade = ReasonGrade::unknown;
};
template <class V>
void describe(V& v, ReasonRow& x) {
  v("bit", x.bit);
  v("name", x.name);
  v("meaning", x.meaning);
  v("grade", x.grade);
  v("remedy", x.remedy);
  v("source", x.source);
}

struct ReasonFile {
  std::string about, date;
  std::vector<ReasonRow> records;
};
template <class V>
void describe(V& v, ReasonFile& x) {
  v("about", x.about);
  v("date", x.date);
  v("records", x.records);
}

std::vector<EventReason> load() {
  std::vector<EventReason> table;
  const auto file = decode_text<ReasonFile>(embedded_data("clocks_event_reasons.json"),
                                            "clocks_event_reasons.json");
  for (const auto& row : file.records)
    table.push_back({std::uint64_t{1} << row.bit, row.name, row.meaning, row.remedy, row.grade});
  return table;
}

}  // namespace

std::vector<EventReason> event_reasons(std::uint64_t bits) {
  static const auto table = load();
  std::vector<EventReason> found;
  for (const auto& reason : table)
    if (bits & reason.mask) {
      found.push_back(reason);
      bits &= ~reason.mask;
    }
  for (int bit = 0; bit < 64; ++bit)
    if (const auto mask = std::uint64_t{1} << bit; bits & mask)
      found.push_back({mask, fmt::format("{:#x}", mask), "a reason that gpuproof does not know",
                       "compare with the release notes of the driver", ReasonGrade::unknown});
  return found;
}

}  // namespace gpuproof
