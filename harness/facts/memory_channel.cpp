// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/facts/memory_channel.h"

#include <algorithm>
#include <cctype>

#include "harness/base/text.h"

namespace gpuproof {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

// Skips what stands between a word and its number or letter: "channel_0", "CHANNEL A".
std::string_view after_separators(std::string_view text) {
  while (!text.empty() && (text[0] == ' ' || text[0] == '_' || text[0] == '-'))
    text.remove_prefix(1);
  return text;
}

std::string digits(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
  return std::string(text.begin(), end);
}

// The number behind `word`: "cpu1_dimm_a2", "cpu" -> "1"; empty where there is none.
std::string number_after(std::string_view text, std::string_view word) {
  const auto at = text.find(word);
  if (at == std::string_view::npos) return {};
  return digits(after_separators(text.substr(at + word.size())));
}

// "channel a", "channela", "channel_3": the letter or number.
std::string channel_word(std::string_view text) {
  const auto at = text.find("channel");
  if (at == std::string_view::npos) return {};
  const auto rest = after_separators(text.substr(at + 7));
  if (rest.empty()) return {};
  if (is_digit(rest[0])) return digits(rest);
  const bool alone = rest.size() == 1 || !is_letter(rest[1]);
  return is_letter(rest[0]) && alone ? std::string(1, rest[0]) : std::string();
}

// "dimm_a1", "dimma1", "p0_a0": a letter and a slot number at the end.
std::string slot_letter(std::string_view locator) {
  auto rest = locator;
  while (!rest.empty() && is_digit(rest.back())) rest.remove_suffix(1);
  if (rest.empty() || rest.size() == locator.size() || !is_letter(rest.back())) return {};
  const char letter = rest.back();
  rest.remove_suffix(1);
  const bool framed = rest.empty() || !is_letter(rest.back()) || rest.ends_with("dimm");
  return framed && letter <= 'p' ? std::string(1, letter) : std::string();
}

std::string socket_of(std::string_view locator, std::string_view bank) {
  for (const auto text : {locator, bank})
    for (const auto* word : {"cpu", "proc", "node"})
      if (auto number = number_after(text, word); !number.empty()) return number;
  for (const auto text : {locator, bank})  // "P0 CHANNEL A", "P1-DIMMA1"
    if (text.size() > 1 && text[0] == 'p' && is_digit(text[1])) return digits(text.substr(1));
  return {};
}

}  // namespace

std::optional<std::string> channel_of(const Dimm& dimm) {
  const auto locator = lower(trim(dimm.locator)), bank = lower(trim(dimm.bank));
  auto channel = channel_word(bank);
  if (channel.empty()) channel = channel_word(locator);
  if (channel.empty()) channel = slot_letter(locator);
  if (channel.empty()) return {};
  const auto both = locator + " " + bank;
  return "socket " + socket_of(locator, bank) + " controller " + number_after(both, "controller") +
         " channel " + channel;
}

std::optional<std::map<std::string, std::vector<const Dimm*>>> channels_of(
    const SmbiosTables& smbios) {
  std::map<std::string, std::vector<const Dimm*>> channels;
  for (const auto& dimm : smbios.dimms) {
    const auto channel = channel_of(dimm);
    if (!channel) return {};
    channels[*channel].push_back(&dimm);
    if (channels[*channel].size() > 3) return {};  // no platform has more than three
  }
  if (channels.empty()) return {};
  return channels;
}

std::vector<const Dimm*> modules(const SmbiosTables& smbios) {
  std::vector<const Dimm*> modules;
  for (const auto& dimm : smbios.dimms)
    if (dimm.is_filled()) modules.push_back(&dimm);
  return modules;
}

}  // namespace gpuproof
