// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace gpuproof {
namespace {

constexpr std::string_view blanks = " \t\r\n\v\f";

template <class T>
std::optional<T> whole_number(std::string_view text, int base) {
  text = trim(text);
  if (base == 16 && (starts_with(text, "0x") || starts_with(text, "0X"))) text.remove_prefix(2);
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

// Length of the valid UTF-8 sequence at the start, 0 where invalid (RFC 3629).
std::size_t utf8_length(std::string_view s) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(s[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  const std::size_t n = lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3
                        : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
  if (n == 0 || s.size() < n) return 0;
  for (std::size_t i = 1; i < n; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  const unsigned char second = byte(1);
  const bool overlong_or_surrogate = (lead == 0xe0 && second < 0xa0) ||
                                     (lead == 0xed && second > 0x9f) ||
                                     (lead == 0xf0 && second < 0x90) ||
                                     (lead == 0xf4 && second > 0x8f);
  return overlong_or_surrogate ? 0 : n;
}

}  // namespace

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> found;
  for (;;) {
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return found;
    text.remove_prefix(first);
    const auto end = std::min(text.find_first_of(blanks), text.size());
    found.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

std::vector<std::string_view> lines(std::string_view text) {
  auto found = split(text, '\n');
  if (!found.empty() && found.back().empty()) found.pop_back();
  return found;
}

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string joined;
  for (const auto& part : parts) {
    if (!joined.empty()) joined += separator;
    joined += part;
  }
  return joined;
}

std::optional<std::int64_t> to_int(std::string_view text, int base) {
  return whole_number<std::int64_t>(text, base);
}

std::optional<std::uint64_t> to_uint(std::string_view text, int base) {
  return whole_number<std::uint64_t>(text, base);
}

std::optional<double> to_double(std::string_view text) {
  text = trim(text);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::optional<double> first_number(std::string_view text) {
  const auto parts = words(text);
  return parts.empty() ? std::nullopt : to_double(parts.front());
}

std::optional<std::vector<int>> to_int_list(std::string_view text) {
  std::vector<int> list;
  text = trim(text);
  if (text.empty()) return list;
  for (const auto part : split(text, ',')) {
    const auto dash = part.find('-');
    const auto first = to_int(part.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : to_int(part.substr(dash + 1));
    if (!first || !last || *first < 0 || *last < *first || *last - *first > 65536 ||
        list.size() > 65536)
      return std::nullopt;
    for (auto i = *first; i <= *last; ++i) list.push_back(static_cast<int>(i));
  }
  return list;
}

bool glob_match(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, mark = 0;
  while (t < text.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t]) && pattern[p] != '*') {
      ++p, ++t;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      mark = t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++mark;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const auto n = utf8_length(text);
    if (n == 0) return false;
    text.remove_prefix(n);
  }
  return true;
}

namespace {

// Marks that change the direction of text: with them a line reads other than it is written.
bool is_direction_mark(std::string_view code_point) {
  if (code_point.size() != 3 || code_point[0] != '\xe2') return false;
  const auto second = static_cast<unsigned char>(code_point[1]);
  const auto third = static_cast<unsigned char>(code_point[2]);
  return (second == 0x80 && ((third >= 0xaa && third <= 0xae) || third == 0x8e || third == 0x8f)) ||
         (second == 0x81 && third >= 0xa6 && third <= 0xa9);
}

}  // namespace

std::string clean_text(std::string_view text) {
  constexpr std::string_view replacement = "\xef\xbf\xbd";
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    const auto n = utf8_length(text);
    const auto c = static_cast<unsigned char>(text[0]);
    const bool control = n == 1 && (c < 0x20 || c == 0x7f) && c != '\t' && c != '\n';
    // U+0080..U+009F are control characters too: terminals may act on them.
    const bool c1 = n == 2 && c == 0xc2 && static_cast<unsigned char>(text[1]) < 0xa0;
    if (n == 0 || control || c1 || is_direction_mark(text.substr(0, n))) clean += replacement;
    else clean += text.substr(0, n);
    text.remove_prefix(std::max<std::size_t>(n, 1));
  }
  return clean;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const auto above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])});
      diagonal = above;
    }
  }
  return row[b.size()];
}

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t best_distance = 1 + word.size() / 3;
  for (const auto& candidate : candidates) {
    const auto distance = edit_distance(word, candidate);
    if (distance <= best_distance && (best.empty() || distance < best_distance)) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

}  // namespace gpuproof
