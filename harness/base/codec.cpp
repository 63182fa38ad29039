// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/base/codec.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "harness/base/error.h"

namespace gpuproof {

void Slot::set(bool value) const { *json_ = value; }
void Slot::set(std::int64_t value) const { *json_ = value; }
void Slot::set(std::uint64_t value) const { *json_ = value; }
void Slot::set(double value) const {
  if (std::isfinite(value)) *json_ = value;
  else *json_ = nullptr;
}
void Slot::set(std::string_view value) const { *json_ = std::string(value); }
void Slot::set(const Json& value) const { *json_ = value; }
void Slot::set_null() const { *json_ = nullptr; }
void Slot::set_unreadable(const std::string& why) const { *json_ = {{"unreadable", why}}; }
void Slot::make_object() const {
  if (!json_->is_object()) *json_ = Json::object();
}
void Slot::make_array() const {
  if (!json_->is_array()) *json_ = Json::array();
}
Slot Slot::member(const std::string& name) const { return Slot((*json_)[name]); }
Slot Slot::append() const {
  json_->push_back(nullptr);
  return Slot(json_->back());
}

void View::fail(const std::string& message) const {
  throw InputError(file_, "at " + (path_.empty() ? "/" : path_) + ": " + message);
}
bool View::boolean() const {
  if (!json_->is_boolean()) fail("expected true or false, without quotation marks");
  return json_->get<bool>();
}
std::int64_t View::integer() const {
  if (!json_->is_number_integer()) fail("expected an integer");
  if (json_->is_number_unsigned() &&
      json_->get<std::uint64_t>() > std::uint64_t(std::numeric_limits<std::int64_t>::max()))
    fail("number out of range");
  return json_->get<std::int64_t>();
}
std::uint64_t View::natural() const {
  if (!json_->is_number_integer()) fail("expected an integer");
  if (!json_->is_number_unsigned() && json_->get<std::int64_t>() < 0)
    fail("expected a number that is not negative");
  return json_->get<std::uint64_t>();
}
double View::number() const {
  if (json_->is_null()) return std::numeric_limits<double>::quiet_NaN();
  if (!json_->is_number()) fail("expected a number, without quotation marks");
  return json_->get<double>();
}
std::string View::string() const {
  if (!json_->is_string()) fail("expected a text in quotation marks");
  return json_->get<std::string>();
}
bool View::is_null() const { return json_->is_null(); }
std::optional<std::string> View::unreadable() const {
  if (!json_->is_object() || json_->size() != 1) return std::nullopt;
  const auto found = json_->find("unreadable");
  if (found == json_->end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}
void View::expect_object() const {
  if (!json_->is_object()) fail("expected an object, { ... }; gpuproof schema prints what belongs here");
}
std::size_t View::array_size() const {
  if (!json_->is_array()) fail("expected a list, [ ... ]");
  return json_->size();
}
View View::element(std::size_t i) const {
  return View((*json_)[i], file_, path_ + "/" + std::to_string(i));
}
std::optional<View> View::member(const std::string& name) const {
  const auto found = json_->find(name);
  if (found == json_->end()) return std::nullopt;
  return View(*found, file_, path_ + "/" + name);
}
std::vector<std::string> View::member_names() const {
  expect_object();
  std::vector<std::string> names;
  for (const auto& [name, value] : json_->items()) names.push_back(name);
  return names;
}

void Decoder::finish() const {
  for (const auto& name : object_.member_names())
    if (std::find(known_.begin(), known_.end(), name) == known_.end())
      object_.member(name)->fail("unknown key");
}

SchemaWriter::SchemaWriter(Slot schema) : schema_(schema) {
  type(schema, "object");
  schema.member("properties").make_object();
  schema.member("additionalProperties").set(false);
}
void SchemaWriter::require(const char* name) {
  auto required = schema_.member("required");
  required.make_array();
  required.append().set(std::string_view(name));
}
void SchemaWriter::type(Slot schema, std::string_view name) { schema.member("type").set(name); }
Slot SchemaWriter::alternative(Slot schema) {
  auto list = schema.member("anyOf");
  list.make_array();
  return list.append();
}
void SchemaWriter::unreadable(Slot schema) {
  SchemaWriter object(schema);
  type(schema.member("properties").member("unreadable"), "string");
  object.require("unreadable");
}

JsonBox::JsonBox() : json(std::make_unique<Json>()) {}
JsonBox::JsonBox(Json&& value) : json(std::make_unique<Json>(std::move(value))) {}
JsonBox::JsonBox(const JsonBox& other) : json(std::make_unique<Json>(*other.json)) {}
JsonBox& JsonBox::operator=(const JsonBox& other) {
  json = std::make_unique<Json>(*other.json);
  return *this;
}
JsonBox::JsonBox(JsonBox&&) noexcept = default;
JsonBox& JsonBox::operator=(JsonBox&&) noexcept = default;
JsonBox::~JsonBox() = default;

JsonBox parse_json_box(std::string_view text, const std::string& place, const JsonLimits& limits) {
  return JsonBox(parse_json(text, place, limits));
}
JsonBox load_json_box(const std::filesystem::path& file, const JsonLimits& limits) {
  return JsonBox(load_json(file, limits));
}
void finish_schema(Json& schema, const std::string& title) {
  schema["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  schema["title"] = title;
}

}  // namespace gpuproof
