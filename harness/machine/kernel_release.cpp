// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/kernel_release.h"

#include <algorithm>
#include <cctype>

#include "harness/base/text.h"

namespace gpuproof {
namespace {

struct Part {
  bool is_number = false;
  std::uint64_t number = 0;
  std::string word;
};

std::vector<Part> parts_of(std::string_view release) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  std::vector<Part> parts;
  while (!release.empty()) {
    std::size_t n = 0;
    if (is_digit(release[0])) {
      while (n < release.size() && is_digit(release[n])) ++n;
      parts.push_back({true, to_uint(release.substr(0, n)).value_or(~std::uint64_t{0}), ""});
    } else if (is_letter(release[0])) {
      while (n < release.size() && is_letter(release[n])) ++n;
      parts.push_back({false, 0, std::string(release.substr(0, n))});
    }
    release.remove_prefix(std::max<std::size_t>(n, 1));
  }
  return parts;
}

// Below nothing at all stands a release candidate.
int rank(const std::vector<Part>& parts, std::size_t i) {
  if (i >= parts.size()) return 1;
  if (parts[i].is_number) return 3;
  return parts[i].word == "rc" ? 0 : 2;
}

}  // namespace

bool is_older_release(std::string_view a, std::string_view b) {
  const auto left = parts_of(a), right = parts_of(b);
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    const int left_rank = rank(left, i), right_rank = rank(right, i);
    if (left_rank != right_rank) return left_rank < right_rank;
    if (left[i].number != right[i].number) return left[i].number < right[i].number;
    if (left[i].word != right[i].word) return left[i].word < right[i].word;
  }
  return false;
}

Fact<std::vector<std::string>> installed_releases(const Host& host) {
  using Releases = std::vector<std::string>;
  return fact_from<Releases>(host.list("/lib/modules"), [&](const Releases& names) {
    Releases releases;
    for (const auto& name : names) {
      const auto folder = "/lib/modules/" + name;
      if (host.exists(folder + "/modules.dep") || host.exists(folder + "/kernel"))
        releases.push_back(name);
    }
    std::sort(releases.begin(), releases.end(), is_older_release);
    return releases;
  });
}

}  // namespace gpuproof
