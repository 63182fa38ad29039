// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/facts/snapshot.h"

#include "harness/base/error.h"
#include "harness/base/schema.h"

namespace gpuproof {

std::string snapshot_to_json(const Snapshot& snapshot) { return encode_pretty(snapshot); }

Snapshot snapshot_from_json(std::string_view text, const std::string& file) {
  auto snapshot = decode_text<Snapshot>(text, file);
  if (snapshot.header.schema != SnapshotHeader{}.schema)
    throw InputError(file, "schema \"" + snapshot.header.schema +
                               "\" is not one this version reads (" + SnapshotHeader{}.schema + ")");
  return snapshot;
}

std::string snapshot_schema() { return schema_text<Snapshot>("gpuproof snapshot"); }

namespace {
const Register<Schema> published{{"snapshot", snapshot_schema}};
}  // namespace

}  // namespace gpuproof
