// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Any text as a snapshot: refused with an InputError, or read and written back the same.
#include "harness/facts/snapshot.h"
#include "harness/base/error.h"
#include "tests/fuzz/require.h"

using namespace gpuproof;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const auto text = snapshot_to_json(snapshot_from_json(view_of(data, size), "input"));
    require(snapshot_to_json(snapshot_from_json(text, "again")) == text);
  } catch (const InputError& e) {  // the one way in which a reader may refuse
    require(std::string_view(e.what()).substr(0, 5) == "input");
  }
  return 0;
}
