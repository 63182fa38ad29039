// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/config_files.h"

#include "harness/base/text.h"

namespace gpuproof {
namespace {

bool ends_with(std::string_view text, std::string_view ending) {
  return text.size() >= ending.size() && text.substr(text.size() - ending.size()) == ending;
}

std::string_view unquoted(std::string_view value) {
  const bool quoted =
      value.size() >= 2 && (value[0] == '"' || value[0] == '\'') && value.back() == value[0];
  return quoted ? value.substr(1, value.size() - 2) : value;
}

}  // namespace

std::string config_text(const Host& host, const std::vector<std::string>& places,
                        std::string_view ending) {
  std::string text;
  for (const auto& place : places) {
    if (const auto names = host.list(place)) {
      for (const auto& name : *names)
        if (ends_with(name, ending)) text += "\n" + host.read(place + "/" + name).value_or("");
    } else {
      text += "\n" + host.read(place).value_or("");
    }
  }
  return text;
}

std::vector<std::string_view> config_lines(std::string_view text) {
  std::vector<std::string_view> kept;
  for (const auto raw : lines(text)) {
    const auto line = trim(raw);
    if (!line.empty() && line[0] != '#' && line[0] != ';') kept.push_back(line);
  }
  return kept;
}

std::map<std::string, std::string> parse_assignments(std::string_view text) {
  std::map<std::string, std::string> values;
  for (const auto line : config_lines(text)) {
    const auto equals = line.find('=');
    if (equals == std::string_view::npos || equals == 0) continue;
    const auto value = unquoted(trim(line.substr(equals + 1)));
    values[std::string(trim(line.substr(0, equals)))] = clean_text(value);
  }
  return values;
}

}  // namespace gpuproof
