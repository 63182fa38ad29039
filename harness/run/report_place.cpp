// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/report_place.h"

namespace gpuproof {

void note_report_place(Snapshot& snapshot, const std::filesystem::path& folder) {
  if (snapshot.header.simulated) return;
  std::error_code error;
  const auto path = std::filesystem::weakly_canonical(std::filesystem::absolute(folder), error);
  snapshot.storage.output_path =
      error ? Fact<std::string>::unreadable("the path of the report folder: " + error.message())
            : Fact<std::string>(path.string());
}

}  // namespace gpuproof
