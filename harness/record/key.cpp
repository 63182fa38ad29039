// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/record/key.h"

#include <algorithm>
#include <array>

#include "harness/base/error.h"
#include "harness/base/text.h"

namespace gpuproof {
namespace {

constexpr std::array<std::string_view, 15> label_names{
    "gpu",  "peer",  "node", "dtype", "acc",  "shape",  "size", "mode",
    "path", "drive", "q",    "ranks", "nvls", "device", "nic"};

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
}

// Label values come from machines (drive names, PCI addresses): anything but the grammar's signs.
bool is_value(std::string_view text) {
  return !text.empty() && text.find_first_of("{}=, \t\n") == std::string_view::npos;
}

void check_name(std::string_view name, const std::string& place) {
  const auto parts = split(name, '/');
  const bool words_only = std::all_of(parts.begin(), parts.end(), is_word);
  const bool shape = parts.size() == 2 || (parts.size() == 3 && parts[2] == "integrity");
  if (!words_only || !shape)
    throw InputError(place, "\"" + std::string(name) +
                                "\" is not a key; write family/name{label=value}");
}

}  // namespace

bool is_label(std::string_view name) {
  return std::find(label_names.begin(), label_names.end(), name) != label_names.end();
}

Key Key::parse(std::string_view text, const std::string& place) {
  Key key;
  const auto brace = text.find('{');
  key.name = std::string(text.substr(0, brace));
  check_name(key.name, place);
  if (brace == std::string_view::npos) return key;
  if (text.back() != '}') throw InputError(place, "\"" + std::string(text) + "\" lacks its }");
  for (const auto part : split(text.substr(brace + 1, text.size() - brace - 2), ',')) {
    const auto equals = part.find('=');
    const std::string label(part.substr(0, equals));
    if (equals == std::string_view::npos || !is_value(part.substr(equals + 1)))
      throw InputError(place, "\"" + std::string(part) + "\" is not label=value");
    if (!is_label(label)) throw InputError(place, "\"" + label + "\" is not a label");
    if (!key.labels.emplace(label, part.substr(equals + 1)).second)
      throw InputError(place, "the label \"" + label + "\" stands twice");
  }
  return key;
}

std::string Key::text() const {
  if (labels.empty()) return name;
  std::string inner;
  for (const auto& [label, value] : labels)
    inner += (inner.empty() ? "" : ",") + label + "=" + value;
  return name + "{" + inner + "}";
}

std::string Key::family() const { return name.substr(0, name.find('/')); }

bool Key::is_integrity() const { return name.ends_with("/integrity"); }

Key Key::integrity() const { return is_integrity() ? *this : Key{name + "/integrity", labels}; }

bool Key::has_labels_of(const Key& pattern) const {
  return std::all_of(pattern.labels.begin(), pattern.labels.end(), [&](const auto& wanted) {
    const auto found = labels.find(wanted.first);
    return found != labels.end() && found->second == wanted.second;
  });
}

bool Key::matches(std::string_view glob) const {
  return glob_match(glob, glob.find('{') == std::string_view::npos ? name : text());
}

}  // namespace gpuproof
