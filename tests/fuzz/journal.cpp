// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Any text as a journal: refused, or read up to a torn last line.
#include "harness/record/journal.h"
#include "harness/base/error.h"
#include "tests/fuzz/require.h"

using namespace gpuproof;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto input = view_of(data, size);
  try {
    const auto journal = parse_journal(input, "input");
    require(journal.valid_bytes <= input.size());
    require(journal.torn || journal.valid_bytes == input.size());
    // A resumed run cuts the file there: what is left must read the same.
    const auto again = parse_journal(input.substr(0, journal.valid_bytes), "again");
    require(again.lines.size() == journal.lines.size() && !again.torn);
  } catch (const InputError& e) {  // the one way in which a reader may refuse
    require(std::string_view(e.what()).substr(0, 5) == "input");
  }
  return 0;
}
