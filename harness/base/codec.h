// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// One description of a struct serves writing, reading and the published schema:
//
//   struct Link { double speed_gts = 0; Fact<int> width; };
//   template <class Visitor> void describe(Visitor& v, Link& x) {
//     v("speed_gts", x.speed_gts, "transfer rate of one lane in GT/s");
//     v("width", x.width, "lanes");
//   }
//   Json j = encode(link);   Link l = decode<Link>(j, "file.json");   Json s = schema_of<Link>();
//
// Members may be bool, integers, double, std::string, enums with EnumNames, std::optional (absent
// key), Fact (null or {"unreadable": why}), std::vector, std::map<std::string, T>, Json, and other
// described structs. A member that is not optional must be present when read; keys that the
// description does not name are an error, as is a wrong type; both name the path.
#pragma once

#include <concepts>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "harness/base/enum_names.h"
#include "harness/base/json.h"

namespace gpuproof {

class Encoder;
class Decoder;
class SchemaWriter;

template <class T>
concept Described = requires(Encoder& v, T& x) { describe(v, x); };

// A Fact-like wrapper (facts/fact.h): value, null, or unreadable with a reason.
template <class T>
concept FactLike = requires(T f) {
  typename T::value_type;
  f.is_unreadable();
  f.why();
};

// Handles on a value inside a document; the bodies that need the library are in codec.cpp.
class Slot {
 public:
  explicit Slot(Json& json) : json_(&json) {}
  void set(bool) const;
  void set(std::int64_t) const;
  void set(std::uint64_t) const;
  void set(double) const;  // NaN and infinity become null: JSON has no such numbers
  void set(std::string_view) const;
  void set(const Json&) const;
  void set_null() const;
  void set_unreadable(const std::string& why) const;
  void make_object() const;
  void make_array() const;
  Slot member(const std::string& name) const;
  Slot append() const;

 private:
  Json* json_;
};

class View {
 public:
  View(const Json& json, std::string file, std::string path)
      : json_(&json), file_(std::move(file)), path_(std::move(path)) {}
  [[noreturn]] void fail(const std::string& message) const;  // InputError "file: at /path: …"
  bool boolean() const;
  std::int64_t integer() const;
  std::uint64_t natural() const;
  double number() const;
  std::string string() const;
  const Json& json() const { return *json_; }
  bool is_null() const;
  std::optional<std::string> unreadable() const;  // the reason, for {"unreadable": "…"}
  void expect_object() const;
  std::size_t array_size() const;
  View element(std::size_t) const;
  std::optional<View> member(const std::string& name) const;
  std::vector<std::string> member_names() const;

 private:
  const Json* json_;
  std::string file_;
  std::string path_;
};

class Encoder {
 public:
  explicit Encoder(Slot object) : object_(object) { object_.make_object(); }

  template <class T>
  void operator()(const char* name, const T& value, std::string_view = {}) {
    if constexpr (requires { value.has_value(); } && !FactLike<T>) {
      if (value.has_value()) write(object_.member(name), *value);
    } else {
      write(object_.member(name), value);
    }
  }
  // Same output; when read, a missing key leaves the default (fields added later).
  template <class T>
  void maybe(const char* name, const T& value, std::string_view about = {}) {
    (*this)(name, value, about);
  }

  template <class T>
  static void write(Slot slot, const T& value);

 private:
  Slot object_;
};

class Decoder {
 public:
  explicit Decoder(View object) : object_(std::move(object)) { object_.expect_object(); }

  template <class T>
  void operator()(const char* name, T& value, std::string_view = {}) {
    read_member(name, value, true);
  }
  template <class T>
  void maybe(const char* name, T& value, std::string_view = {}) {
    read_member(name, value, false);
  }
  void finish() const;  // unknown keys are an error

  template <class T>
  static void read(const View& view, T& value);

 private:
  template <class T>
  void read_member(const char* name, T& value, bool required);

  View object_;
  std::vector<std::string> known_;
};

// Collects a JSON Schema (draft 2020-12) from the same description.
class SchemaWriter {
 public:
  explicit SchemaWriter(Slot schema);

  template <class T>
  void operator()(const char* name, T& value, std::string_view about = {}) {
    add(name, value, about, true);
  }
  template <class T>
  void maybe(const char* name, T& value, std::string_view about = {}) {
    add(name, value, about, false);
  }
  template <class T>
  static void write(Slot schema, const T&);

 private:
  template <class T>
  void add(const char* name, T& value, std::string_view about, bool required);
  void require(const char* name);
  static void type(Slot schema, std::string_view name);
  static Slot alternative(Slot schema);  // next entry of anyOf
  static void unreadable(Slot schema);

  Slot schema_;
};

// The document as text and back; `file` starts every message.
template <class T>
void encode_into(Json& json, const T& value) {
  Encoder::write(Slot(json), value);
}
template <class T>
std::string encode_line(const T& value);
template <class T>
std::string encode_pretty(const T& value);
template <class T>
T decode(const Json& json, const std::string& file) {
  T value{};
  Decoder::read(View(json, file, ""), value);
  return value;
}
template <class T>
T decode_text(std::string_view text, const std::string& file, const JsonLimits& limits = {});
template <class T>
T decode_file(const std::filesystem::path& file, const JsonLimits& limits = {});
template <class T>
std::string schema_text(const std::string& title);

// A Json on the heap, so that callers need not see the library.
struct JsonBox {
  JsonBox();
  explicit JsonBox(Json&&);
  JsonBox(const JsonBox&);
  JsonBox& operator=(const JsonBox&);
  JsonBox(JsonBox&&) noexcept;
  JsonBox& operator=(JsonBox&&) noexcept;
  ~JsonBox();
  Json& operator*() { return *json; }
  const Json& operator*() const { return *json; }
  std::unique_ptr<Json> json;
};
JsonBox parse_json_box(std::string_view text, const std::string& place, const JsonLimits& = {});
JsonBox load_json_box(const std::filesystem::path& file, const JsonLimits& = {});
void finish_schema(Json& schema, const std::string& title);

}  // namespace gpuproof

#include "harness/base/codec_body.h"
