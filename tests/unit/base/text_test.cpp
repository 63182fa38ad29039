#include "harness/base/text.h"

#include <gtest/gtest.h>

namespace gpuproof {
namespace {

TEST(Text, numbers_are_whole_or_nothing) {
  EXPECT_EQ(to_int(" 42\n"), 42);
  EXPECT_EQ(to_int("0x10", 16), 16);
  for (const auto* bad : {"", " ", "4 2", "42x", "N/A", "99999999999999999999", "0x", "--1"})
    EXPECT_FALSE(to_int(bad)) << bad;
  EXPECT_EQ(to_double("1.5"), 1.5);
  for (const auto* bad : {"1,5", "nan", "inf", "1e999", "1.5 GB"})
    EXPECT_FALSE(to_double(bad)) << bad;
  EXPECT_EQ(first_number("16.0 GT/s PCIe"), 16.0);
  EXPECT_FALSE(first_number("Unknown"));
}

TEST(Text, cpu_lists) {
  EXPECT_EQ(to_int_list("0-2,5"), (std::vector<int>{0, 1, 2, 5}));
  EXPECT_EQ(to_int_list("\n"), std::vector<int>{});
  for (const auto* bad : {"2-1", "a", "1-", "0-999999999", "-1", "1,,2"})
    EXPECT_FALSE(to_int_list(bad)) << bad;
}

TEST(Text, globs) {
  EXPECT_TRUE(glob_match("host/*", "host/triad"));
  EXPECT_TRUE(glob_match("*", ""));
  EXPECT_TRUE(glob_match("a*b*c", "a-bb-b-c"));
  EXPECT_FALSE(glob_match("host/?", "host/triad"));
  EXPECT_FALSE(glob_match("", "a"));
  EXPECT_TRUE(glob_match("a*", "a*"));
}

TEST(Text, a_glob_of_stars_is_not_exponential) {
  EXPECT_FALSE(glob_match("*a*a*a*a*a*a*a*a*b", std::string(5000, 'a')));
}

TEST(Text, utf8_is_checked_by_the_standard) {
  EXPECT_TRUE(is_utf8("Größe \xe2\x82\xac \xf0\x9f\x98\x80"));
  for (const auto* bad : {"\xff", "\xc0\xaf", "\xe2\x82", "\xed\xa0\x80", "\xf5\x80\x80\x80"})
    EXPECT_FALSE(is_utf8(bad));
}

TEST(Text, cleaning_leaves_no_control_characters) {
  EXPECT_EQ(clean_text("a\x1b[2Jb\x7f\xc2\x9b"), "a\xef\xbf\xbd[2Jb\xef\xbf\xbd\xef\xbf\xbd");
  EXPECT_EQ(clean_text("tab\tnewline\n"), "tab\tnewline\n");
  EXPECT_TRUE(is_utf8(clean_text("\xf0\x9f")));
  // U+202E turns text around, U+2066 isolates it; U+2019 is an apostrophe.
  EXPECT_EQ(clean_text("a\u202ebc\u2066\u200f\u2019"),
            "a\xef\xbf\xbd" "bc\xef\xbf\xbd\xef\xbf\xbd\u2019");
}

TEST(Text, suggests_only_what_is_near) {
  EXPECT_EQ(nearest("lst", {"list", "run"}), "list");
  EXPECT_EQ(nearest("frobnicate", {"list", "run"}), "");
}

}  // namespace
}  // namespace gpuproof
