// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/debian_packages.h"

#include <algorithm>
#include <cctype>
#include <cstdint>

#include "harness/base/text.h"

namespace gpuproof {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Letters before other signs, ~ before everything, the end in between.
int order(char c) {
  if (c == '~') return -1;
  if (std::isalpha(static_cast<unsigned char>(c))) return static_cast<unsigned char>(c);
  return static_cast<unsigned char>(c) + 256;
}

std::string_view take(std::string_view& text, bool digits) {
  std::size_t n = 0;
  while (n < text.size() && is_digit(text[n]) == digits) ++n;
  const auto taken = text.substr(0, n);
  text.remove_prefix(n);
  return taken;
}

int compare_words(std::string_view a, std::string_view b) {
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const int left = i < a.size() ? order(a[i]) : 0, right = i < b.size() ? order(b[i]) : 0;
    if (left != right) return left < right ? -1 : 1;
  }
  return 0;
}

// Of any length: leading zeros away, then the longer one is larger.
int compare_numbers(std::string_view a, std::string_view b) {
  const auto stripped = [](std::string_view s) {
    return s.substr(std::min(s.find_first_not_of('0'), s.size()));
  };
  a = stripped(a), b = stripped(b);
  if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  const int by_text = a.compare(b);
  return by_text < 0 ? -1 : by_text > 0;
}

int compare_parts(std::string_view a, std::string_view b) {
  while (!a.empty() || !b.empty()) {
    const auto left_word = take(a, false), right_word = take(b, false);
    if (const int c = compare_words(left_word, right_word)) return c;
    const auto left_number = take(a, true), right_number = take(b, true);
    if (const int c = compare_numbers(left_number, right_number)) return c;
  }
  return 0;
}

struct Version {
  std::string_view epoch, upstream, revision;
};

Version parts_of(std::string_view text) {
  Version version;
  if (const auto colon = text.find(':'); colon != text.npos) {
    version.epoch = text.substr(0, colon);
    text.remove_prefix(colon + 1);
  }
  const auto dash = text.rfind('-');
  version.upstream = text.substr(0, dash);
  if (dash != text.npos) version.revision = text.substr(dash + 1);
  return version;
}

struct Stanza {
  std::string_view name, version, status;
};

}  // namespace

bool is_older_debian_version(std::string_view a, std::string_view b) {
  const auto left = parts_of(a), right = parts_of(b);
  if (const int c = compare_numbers(left.epoch, right.epoch)) return c < 0;
  if (const int c = compare_parts(left.upstream, right.upstream)) return c < 0;
  return compare_parts(left.revision, right.revision) < 0;
}

std::map<std::string, std::string> parse_packages(std::string_view text,
                                                  bool (*wanted)(std::string_view name)) {
  std::map<std::string, std::string> packages;
  Stanza stanza;
  const auto finish = [&] {
    // A repository's list has no status; dpkg also remembers what was removed.
    const bool counts = stanza.status.empty() || contains(stanza.status, " installed");
    if (!stanza.name.empty() && !stanza.version.empty() && counts && wanted(stanza.name)) {
      auto& newest = packages[std::string(stanza.name)];
      if (newest.empty() || is_older_debian_version(newest, stanza.version))
        newest = stanza.version;
    }
    stanza = {};
  };
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (trim(line).empty())
      finish();
    else if (starts_with(line, "Package: "))
      stanza.name = trim(line.substr(9));
    else if (starts_with(line, "Version: "))
      stanza.version = trim(line.substr(9));
    else if (starts_with(line, "Status: "))
      stanza.status = line;
  }
  finish();
  return packages;
}

}  // namespace gpuproof
