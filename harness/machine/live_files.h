// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Bounded, read-only access to files of the machine; every failure becomes a fact with its reason.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/facts/fact.h"

namespace gpuproof {

constexpr std::size_t machine_file_limit = 16u << 20;

// `shown` is the path that messages name (the path on the machine, not inside a tree).
Fact<std::string> read_bounded(const std::string& file, const std::string& shown,
                               std::size_t limit = machine_file_limit);
Fact<std::string> read_last(const std::string& file, const std::string& shown, std::size_t bytes);
Fact<std::vector<std::string>> list_folder(const std::string& folder, const std::string& shown);

// Absent for "no such file", else unreadable with path, cause and remedy.
std::string why_unreadable(const std::string& shown, int error_number);
bool means_absent(int error_number);

template <class T>
Fact<T> failed(const std::string& shown, int error_number) {
  if (means_absent(error_number)) return {};
  return Fact<T>::unreadable(why_unreadable(shown, error_number));
}

}  // namespace gpuproof
