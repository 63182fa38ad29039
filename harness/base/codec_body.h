// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Template bodies of codec.h.
#pragma once

#include "harness/base/codec.h"

namespace gpuproof {
namespace codec_detail {

template <class>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;
template <class>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class>
inline constexpr bool is_string_map = false;
template <class T>
inline constexpr bool is_string_map<std::map<std::string, T>> = true;
template <class T>
inline constexpr bool is_box = std::same_as<T, JsonBox>;

}  // namespace codec_detail

template <class T>
void Encoder::write(Slot slot, const T& value) {
  using namespace codec_detail;
  if constexpr (std::same_as<T, bool>) {
    slot.set(value);
  } else if constexpr (std::unsigned_integral<T>) {
    slot.set(static_cast<std::uint64_t>(value));
  } else if constexpr (std::signed_integral<T>) {
    slot.set(static_cast<std::int64_t>(value));
  } else if constexpr (std::floating_point<T>) {
    slot.set(static_cast<double>(value));
  } else if constexpr (std::convertible_to<T, std::string_view>) {
    slot.set(std::string_view(value));
  } else if constexpr (NamedEnum<T>) {
    slot.set(name_of(value));
  } else if constexpr (is_box<T>) {
    slot.set(*value);
  } else if constexpr (FactLike<T>) {
    if (value.is_unreadable()) slot.set_unreadable(value.why());
    else if (value.has_value()) write(slot, *value);
    else slot.set_null();
  } else if constexpr (is_optional<T>) {
    if (value) write(slot, *value);
    else slot.set_null();
  } else if constexpr (is_vector<T>) {
    slot.make_array();
    for (const auto& element : value) write<typename T::value_type>(slot.append(), element);
  } else if constexpr (is_string_map<T>) {
    slot.make_object();
    for (const auto& [name, element] : value) write(slot.member(name), element);
  } else {
    static_assert(Described<T>, "no describe() for this type");
    Encoder object(slot);
    // describe() takes a mutable reference because the Decoder fills it; an Encoder only reads.
    describe(object, const_cast<T&>(value));
  }
}

template <class T>
void Decoder::read(const View& view, T& value) {
  using namespace codec_detail;
  if constexpr (std::same_as<T, bool>) {
    value = view.boolean();
  } else if constexpr (std::unsigned_integral<T>) {
    const auto wide = view.natural();
    value = static_cast<T>(wide);
    if (value != wide) view.fail("number out of range");
  } else if constexpr (std::signed_integral<T>) {
    const auto wide = view.integer();
    value = static_cast<T>(wide);
    if (value != wide) view.fail("number out of range");
  } else if constexpr (std::floating_point<T>) {
    value = view.number();
  } else if constexpr (std::same_as<T, std::string>) {
    value = view.string();
  } else if constexpr (NamedEnum<T>) {
    const auto text = view.string();
    const auto found = enum_from<T>(text);
    if (!found) {
      std::string allowed;
      for (const auto& row : EnumNames<T>::table)
        allowed += (allowed.empty() ? "" : ", ") + std::string(row.second);
      view.fail("\"" + text + "\" is not one of " + allowed);
    }
    value = *found;
  } else if constexpr (is_box<T>) {
    value.json = std::make_unique<Json>(view.json());
  } else if constexpr (FactLike<T>) {
    if (view.is_null()) {
      value = T();
    } else if (auto why = view.unreadable()) {
      value = T::unreadable(*why);
    } else {
      typename T::value_type inner{};
      read(view, inner);
      value = T(std::move(inner));
    }
  } else if constexpr (is_optional<T>) {
    value.reset();
    if (!view.is_null()) read(view, value.emplace());
  } else if constexpr (is_vector<T>) {
    value.clear();
    for (std::size_t i = 0, n = view.array_size(); i < n; ++i) {
      typename T::value_type element{};
      read(view.element(i), element);
      value.push_back(std::move(element));
    }
  } else if constexpr (is_string_map<T>) {
    value.clear();
    for (const auto& name : view.member_names()) read(*view.member(name), value[name]);
  } else {
    static_assert(Described<T>, "no describe() for this type");
    Decoder object(view);
    describe(object, value);
    object.finish();
  }
}

template <class T>
void Decoder::read_member(const char* name, T& value, bool required) {
  known_.push_back(name);
  if (auto view = object_.member(name)) read(*view, value);
  else if (required && !codec_detail::is_optional<T>)
    object_.fail(std::string("the key \"") + name + "\" is missing");
}

template <class T>
void SchemaWriter::write(Slot schema, const T& value) {
  using namespace codec_detail;
  if constexpr (std::same_as<T, bool>) {
    type(schema, "boolean");
  } else if constexpr (std::integral<T>) {
    type(schema, "integer");
    if constexpr (std::unsigned_integral<T>) schema.member("minimum").set(std::int64_t{0});
  } else if constexpr (std::floating_point<T>) {
    // NaN is written as null; readers turn it back into NaN.
    type(alternative(schema), "number");
    type(alternative(schema), "null");
  } else if constexpr (std::same_as<T, std::string>) {
    type(schema, "string");
  } else if constexpr (NamedEnum<T>) {
    auto names = schema.member("enum");
    names.make_array();
    for (const auto& row : EnumNames<T>::table) names.append().set(row.second);
  } else if constexpr (is_box<T>) {
    schema.make_object();
  } else if constexpr (FactLike<T>) {
    write(alternative(schema), typename T::value_type{});
    type(alternative(schema), "null");
    unreadable(alternative(schema));
  } else if constexpr (is_optional<T>) {
    write(alternative(schema), typename T::value_type{});
    type(alternative(schema), "null");
  } else if constexpr (is_vector<T>) {
    type(schema, "array");
    write(schema.member("items"), typename T::value_type{});
  } else if constexpr (is_string_map<T>) {
    type(schema, "object");
    write(schema.member("additionalProperties"), typename T::mapped_type{});
  } else {
    SchemaWriter object(schema);
    describe(object, const_cast<T&>(value));
  }
}

template <class T>
void SchemaWriter::add(const char* name, T& value, std::string_view about, bool required) {
  auto slot = schema_.member("properties").member(name);
  if (!about.empty()) slot.member("description").set(about);
  if constexpr (codec_detail::is_optional<T>) write(slot, typename T::value_type{});
  else write(slot, value);
  if (required && !codec_detail::is_optional<T>) require(name);
}

template <class T>
std::string encode_line(const T& value) {
  JsonBox box;
  encode_into(*box, value);
  return dump_line(*box);
}

template <class T>
std::string encode_pretty(const T& value) {
  JsonBox box;
  encode_into(*box, value);
  return dump_pretty(*box);
}

template <class T>
T decode_text(std::string_view text, const std::string& file, const JsonLimits& limits) {
  return decode<T>(*parse_json_box(text, file, limits), file);
}

template <class T>
T decode_file(const std::filesystem::path& file, const JsonLimits& limits) {
  return decode<T>(*load_json_box(file, limits), file.string());
}

template <class T>
std::string schema_text(const std::string& title) {
  JsonBox box;
  SchemaWriter::write(Slot(*box), T{});
  finish_schema(*box, title);
  return dump_pretty(*box);
}

}  // namespace gpuproof
