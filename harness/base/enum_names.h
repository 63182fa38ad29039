// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Enums that are written to files carry their names in one place:
// template <> inline constexpr EnumTable<Better> enum_table<Better>{{ {Better::higher, "higher"} }};
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace gpuproof {

// Specialise as an array of (value, name) pairs.
template <class E>
struct EnumNames;

template <class E>
concept NamedEnum = requires { EnumNames<E>::table; };

template <NamedEnum E>
constexpr std::string_view name_of(E value) {
  for (const auto& [v, name] : EnumNames<E>::table)
    if (v == value) return name;
  return "?";
}

template <NamedEnum E>
constexpr std::optional<E> enum_from(std::string_view name) {
  for (const auto& [v, n] : EnumNames<E>::table)
    if (n == name) return v;
  return std::nullopt;
}

template <class E>
using EnumRow = std::pair<E, std::string_view>;

}  // namespace gpuproof
