// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// tests/cases/base.json is the healthy machine of healthy.cpp.
#include <gtest/gtest.h>

#include <cstdlib>

#include "harness/base/files.h"
#include "tests/unit/checks/healthy.h"

namespace gpuproof {
namespace {

TEST(BaseCase, is_the_healthy_machine) {
  const fs::path file = GPUPROOF_SOURCE_DIR "/tests/cases/base.json";
  const auto wanted = snapshot_to_json(healthy_machine());
  if (std::getenv("GPUPROOF_REWRITE")) write_file_atomic(file, wanted);
  EXPECT_EQ(read_input_file(file), wanted)
      << "facts changed: GPUPROOF_REWRITE=1 unit_tests --gtest_filter=BaseCase.* writes it anew";
}

}  // namespace
}  // namespace gpuproof
