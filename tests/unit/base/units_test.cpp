#include "harness/base/units.h"

#include <gtest/gtest.h>

#include <limits>

namespace gpuproof {
namespace {

TEST(Units, durations) {
  EXPECT_EQ(parse_duration("90"), 90);
  EXPECT_EQ(parse_duration("1h30m"), 5400);
  EXPECT_EQ(parse_duration("1.5m"), 90);
  for (const auto* bad : {"", "0", "-5s", "5x", "s", "1h 30m", "5 5", "nan", "1e9h", "10000d"})
    EXPECT_FALSE(parse_duration(bad)) << bad;
}

TEST(Units, bytes) {
  EXPECT_EQ(parse_bytes("4KiB"), 4096u);
  EXPECT_EQ(parse_bytes("2 GB"), 2'000'000'000u);
  for (const auto* bad : {"", "GiB", "-1", "4kib", "99999999TiB", "1e3"})
    EXPECT_FALSE(parse_bytes(bad)) << bad;
  EXPECT_EQ(bytes_text(512 * MiB), "512 MiB");
}

TEST(Units, figures_keep_three_digits) {
  EXPECT_EQ(figure_text(1234.0), "1234");
  EXPECT_EQ(figure_text(48.333), "48.3");
  EXPECT_EQ(figure_text(4.8333), "4.83");
  EXPECT_EQ(figure_text(std::numeric_limits<double>::quiet_NaN()), "no number");
}

}  // namespace
}  // namespace gpuproof
