// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/base/schema.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "harness/base/files.h"

namespace gpuproof {
namespace {

const std::filesystem::path folder = GPUPROOF_SOURCE_DIR "/docs/schema";

TEST(Schema, published_files_say_what_the_code_says) {
  for (const auto* schema : Registry<Schema>::instance().all()) {
    const auto file = folder / (schema->name + ".json");
    ASSERT_TRUE(std::filesystem::exists(file)) << "scripts/update-schemas makes " << file;
    EXPECT_TRUE(read_input_file(file) == schema->text())
        << file << " is out of date; scripts/update-schemas writes it anew";
  }
}

TEST(Schema, every_file_is_of_a_document_that_exists) {
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    EXPECT_TRUE(Registry<Schema>::instance().find(entry.path().stem().string())) << entry.path();
}

TEST(Schema, all_documents_are_published) {
  for (const auto* name :
       {"snapshot", "profile", "journal", "report", "plan", "policy", "order", "worker-record"})
    EXPECT_TRUE(Registry<Schema>::instance().find(name)) << name;
}

}  // namespace
}  // namespace gpuproof
