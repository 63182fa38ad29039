// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/facts/scrub.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "harness/base/hash.h"
#include "harness/base/text.h"
#include "harness/facts/snapshot.h"

namespace gpuproof {
namespace {

constexpr std::size_t longest_address =
    59;  // InfiniBand's 20 bytes; bounds the work on hostile text
constexpr std::string_view hash_uuid = "00000000-0000-8000-8000-";

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
bool is_hex(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool all_hex(std::string_view s) { return std::all_of(s.begin(), s.end(), is_hex); }

template <class Test>
std::string_view leading(std::string_view text, Test test) {
  return text.substr(
      0, static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), test) - text.begin()));
}

// What a rule takes from the front of the text, and what stands there instead.
struct Taken {
  std::size_t size;
  std::string instead;
};
using Rule = std::optional<Taken> (*)(std::string_view);

std::optional<Taken> uuid(std::string_view text) {
  constexpr std::array<std::size_t, 5> widths{8, 4, 4, 4, 12};
  std::size_t at = 0;
  for (const auto width : widths) {
    const bool dash = at == 0 || (at < text.size() && text[at++] == '-');
    const auto part = text.substr(std::min(at, text.size()), width);
    if (!dash || part.size() != width || !all_hex(part)) return std::nullopt;
    at += width;
  }
  if (at < text.size() && is_word(text[at])) return std::nullopt;
  return Taken{at, redacted(lower(text.substr(0, at)))};
}

bool all_sized(const std::vector<std::string_view>& groups, std::size_t width) {
  return std::all_of(groups.begin(), groups.end(), [&](auto g) { return g.size() == width; });
}

// IPv6 has eight groups of up to four digits, or fewer and one "::".
bool is_ipv6(const std::vector<std::string_view>& groups) {
  const auto empty = std::count(groups.begin(), groups.end(), "");
  const auto filled = static_cast<std::ptrdiff_t>(groups.size()) - empty;
  const bool fits = std::all_of(groups.begin(), groups.end(), [](auto g) { return g.size() <= 4; });
  return fits && groups.size() <= 8 &&
         ((empty == 0 && groups.size() == 8) || (empty == 1 && filled >= 2));
}

// MAC addresses (6 bytes, InfiniBand 20), GUIDs (4 groups of 4) and IPv6.
std::optional<Taken> colon_address(std::string_view text) {
  text = text.substr(0, longest_address + 1);
  auto run = leading(text, [](char c) { return is_hex(c) || c == ':'; });
  if (run.size() < text.size() && is_word(text[run.size()])) return std::nullopt;
  while (!run.empty() && run.back() == ':') run.remove_suffix(1);
  const auto groups = split(run, ':');
  const bool mac = groups.size() >= 6 && all_sized(groups, 2);
  const bool guid = groups.size() == 4 && all_sized(groups, 4);
  if (!mac && !guid && !is_ipv6(groups)) return std::nullopt;
  return Taken{run.size(), redacted(lower(run))};
}

std::optional<Taken> ipv4(std::string_view text) {
  text = text.substr(0, longest_address + 1);
  const auto run = leading(text, [](char c) { return is_digit(c) || c == '.'; });
  if (run.size() < text.size() && is_word(text[run.size()])) return std::nullopt;
  auto quad = run;
  while (!quad.empty() && quad.back() == '.') quad.remove_suffix(1);
  const auto parts = split(quad, '.');
  const bool fits = parts.size() == 4 && std::all_of(parts.begin(), parts.end(), [](auto part) {
                      const auto value = to_uint(part);
                      return part.size() <= 3 && value && *value < 256;
                    });
  const bool says_nothing =
      starts_with(quad, "0.") || starts_with(quad, "127.") || starts_with(quad, "255.");
  if (!fits || says_nothing) return std::nullopt;
  return Taken{quad.size(), redacted(std::string(quad))};
}

// "enx" and the MAC address: systemd's name for USB network devices.
std::optional<Taken> mac_name(std::string_view text) {
  const auto run = leading(text.substr(0, longest_address + 1), is_word);
  if (run.size() != 15 || !starts_with(run, "enx") || !all_hex(run.substr(3))) return std::nullopt;
  return Taken{run.size(), "enx" + redacted(lower(run.substr(3)))};
}

std::string_view name_at(std::string_view text) {
  return leading(text, [](char c) { return is_word(c) || c == '.' || c == '_' || c == '-'; });
}

// The name behind one of these words.
std::optional<Taken> owner(std::string_view text) {
  for (const std::string_view front : {"home/", "media/", "username=", "user="}) {
    if (!starts_with(text, front)) continue;
    const auto name = name_at(text.substr(front.size()));
    if (name.empty()) return std::nullopt;
    return Taken{front.size() + name.size(), std::string(front) + redacted(std::string(name))};
  }
  return std::nullopt;
}

// "SerialNumber: ABC123", "GPU serial number is 0123456789."
std::optional<Taken> serial_number(std::string_view text) {
  const auto words = lower(text.substr(0, 24));
  std::size_t at = 0;
  for (const std::string_view front : {"serial number is ", "serial number", "serialnumber"})
    if (at == 0 && starts_with(words, front)) at = front.size();
  if (at == 0) return std::nullopt;
  at += leading(text.substr(at), [](char c) { return c == ' ' || c == ':' || c == '='; }).size();
  const auto serial =
      leading(text.substr(at), [](char c) { return is_word(c) || c == '-' || c == '_'; });
  if (serial.size() < 4 || std::none_of(serial.begin(), serial.end(), is_digit))
    return std::nullopt;
  return Taken{at + serial.size(), std::string(text.substr(0, at)) + redacted(std::string(serial))};
}

std::optional<Taken> by_rules(std::string_view text) {
  for (const Rule rule : {uuid, colon_address, ipv4, mac_name, owner, serial_number})
    if (auto taken = rule(text)) return taken;
  return std::nullopt;
}

std::optional<Taken> by_secrets(std::string_view text, const std::vector<std::string>& secrets) {
  for (const auto& secret : secrets) {
    const auto end = secret.size();
    if (starts_with(text, secret) && (end == text.size() || !is_word(text[end])))
      return Taken{end, redacted(secret)};
  }
  return std::nullopt;
}

}  // namespace

bool is_redacted(std::string_view text) {
  if (text.size() == 36) return starts_with(text, hash_uuid) && all_hex(text.substr(24));
  return text.size() == 13 && text[0] == '#' && all_hex(text.substr(1));
}

std::string redacted(const std::string& text) {
  if (text.empty()) return text;
  if (is_redacted(text)) return "#" + text.substr(text.size() - 12);
  // The salt keeps these apart from plain hashes of the same serial in other collections.
  return "#" + sha256_hex("gpuproof redaction 1\n" + text).substr(0, 12);
}

std::string scrub(std::string_view text, const std::vector<std::string>& secrets) {
  std::string clean;
  char before = ' ';
  while (!text.empty()) {
    std::optional<Taken> taken;
    // Inside a word nothing begins; behind # stands a hash already.
    if (!is_word(before) && before != '#' && before != '.') taken = by_secrets(text, secrets);
    if (!taken && !is_word(before) && before != '#' && before != '.') taken = by_rules(text);
    const auto size = taken ? taken->size : 1;
    before = text[size - 1];
    clean += taken ? taken->instead : std::string(1, before);
    text.remove_prefix(size);
  }
  return clean;
}

}  // namespace gpuproof
