#include "harness/base/json.h"
#include "harness/base/json_patch.h"

#include <gtest/gtest.h>

#include <cmath>

#include "harness/base/codec.h"
#include "harness/base/error.h"
#include "harness/facts/fact.h"

namespace gpuproof {
namespace {

std::string error_of(std::string_view text, const JsonLimits& limits = {}) {
  try {
    parse_json_box(text, "file.json", limits);
  } catch (const InputError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(Json, errors_name_file_and_place) {
  EXPECT_NE(error_of("{\n  \"a\": tru\n}").find("line 2"), std::string::npos);
  EXPECT_NE(error_of("{\"a\": [1, 2").find("cut off"), std::string::npos);
  EXPECT_NE(error_of("\"\xff\"").find("UTF-8"), std::string::npos);
  EXPECT_NE(error_of("{\"a\": 1e999}").find("range"), std::string::npos);
  EXPECT_NE(error_of("{\"a\": NaN}").find("not valid JSON"), std::string::npos);
}

TEST(Json, depth_and_size_are_limited) {
  EXPECT_NE(error_of(std::string(100000, '[')).find("deeper"), std::string::npos);
  EXPECT_NE(error_of("[1]", {.bytes = 2}).find("larger"), std::string::npos);
  EXPECT_EQ(error_of("\"" + std::string(100, '[') + "\""), "accepted");
}

enum class Colour { red, green };

struct Inner {
  int number = 0;
  std::optional<std::string> note;
};
template <class V>
void describe(V& v, Inner& x) {
  v("number", x.number);
  v("note", x.note);
}
struct Outer {
  std::vector<Inner> list;
  std::map<std::string, double> map;
  Fact<int> fact;
  Colour colour = Colour::red;
  std::uint8_t small = 0;
  std::string later = "default";
};
template <class V>
void describe(V& v, Outer& x) {
  v("list", x.list);
  v("map", x.map);
  v("fact", x.fact);
  v("colour", x.colour);
  v("small", x.small);
  v.maybe("later", x.later);
}

}  // namespace

template <>
struct EnumNames<Colour> {
  static constexpr std::array<EnumRow<Colour>, 2> table{
      {{Colour::red, "red"}, {Colour::green, "green"}}};
};

namespace {

std::string decode_error(std::string_view text) {
  try {
    decode_text<Outer>(text, "file.json");
  } catch (const InputError& e) {
    return e.what();
  }
  return "accepted";
}

constexpr std::string_view good =
    R"({"list":[{"number":1}],"map":{"a":null},"fact":{"unreadable":"no"},"colour":"green","small":7})";

std::string with(const std::string& from, const std::string& to) {
  std::string text(good);
  return decode_error(text.replace(text.find(from), from.size(), to));
}

TEST(Codec, reads_what_it_wrote) {
  const auto outer = decode_text<Outer>(good, "f");
  EXPECT_EQ(outer.list[0].number, 1);
  EXPECT_TRUE(std::isnan(outer.map.at("a")));
  EXPECT_EQ(outer.fact.why(), "no");
  EXPECT_EQ(outer.later, "default");
  EXPECT_EQ(encode_line(decode_text<Outer>(encode_line(outer), "f")), encode_line(outer));
}

TEST(Json, refuses_two_members_of_one_name_and_a_byte_order_mark) {
  const auto error_of = [](std::string_view text) -> std::string {
    try {
      parse_json_box(text, "p.json");
      return "";
    } catch (const InputError& e) {
      return e.what();
    }
  };
  EXPECT_NE(error_of(R"({"a":{"b":1,"c":2,"b":3}})").find("two members \"b\""), std::string::npos);
  EXPECT_EQ(error_of(R"({"a":{"b":1},"c":[{"b":1},{"b":2}],"b":3})"), "");
  EXPECT_NE(error_of("\xef\xbb\xbf{}").find("byte order mark"), std::string::npos);
}

TEST(Codec, errors_name_the_path_inside_the_document) {
  const auto says = [](const std::string& error, const char* part) {
    EXPECT_NE(error.find(part), std::string::npos) << error;
  };
  says(with("\"number\":1", "\"number\":\"1\""), "/list/0/number: expected an integer");
  says(with("\"number\":1", "\"numbre\":1"), "\"number\" is missing");
  says(with("\"number\":1", "\"number\":1,\"x\":2"), "/list/0/x: unknown key");
  says(with("green", "blue"), "not one of red, green");
  says(with("\"small\":7", "\"small\":300"), "out of range");
  says(with("[{\"number\":1}]", "7"), "/list: expected a list");
}

TEST(Codec, schema_knows_facts_and_does_not_require_later_keys) {
  const auto schema = schema_text<Outer>("outer");
  EXPECT_NE(schema.find("\"unreadable\""), std::string::npos);
  const auto required = schema.rfind("\"required\"");
  EXPECT_EQ(schema.find("\"later\"", required), std::string::npos);
}

}  // namespace
}  // namespace gpuproof
