#include "harness/record/key.h"

#include <gtest/gtest.h>

#include "harness/base/error.h"

namespace gpuproof {
namespace {

TEST(Key, sorts_its_labels) {
  const auto key = Key::parse("transfer/h2d{path=pinned,gpu=0}");
  EXPECT_EQ(key.text(), "transfer/h2d{gpu=0,path=pinned}");
  EXPECT_EQ(key.family(), "transfer");
  EXPECT_EQ(key.integrity().text(), "transfer/h2d/integrity{gpu=0,path=pinned}");
  EXPECT_EQ(Key::parse("storage/link{device=0000:01:00.0}").labels.at("device"), "0000:01:00.0");
}

TEST(Key, refuses_what_is_not_a_key) {
  for (const auto* bad :
       {"", "host", "host/", "/triad", "host/triad/", "host/triad/x", "Host/triad", "host/triad{",
        "host/triad{}", "host/triad{gpu}", "host/triad{gpu=}", "host/triad{colour=1}",
        "host/triad{gpu=0,gpu=1}", "host/triad{gpu=0} ", "host/triad{gpu={}}"})
    EXPECT_THROW(Key::parse(bad), InputError) << bad;
}

TEST(Key, matches_globs_over_name_or_text) {
  const auto key = Key::parse("host/fma{dtype=fp32}");
  EXPECT_TRUE(key.matches("host/*"));
  EXPECT_TRUE(key.matches("host/fma{dtype=fp32}"));
  EXPECT_FALSE(key.matches("host/fma{dtype=fp64}"));
  EXPECT_FALSE(key.matches("*gemm*"));
}

TEST(Key, a_pattern_with_fewer_labels_covers_more) {
  const auto key = Key::parse("transfer/h2d{gpu=0,path=pinned}");
  EXPECT_TRUE(key.has_labels_of(Key::parse("transfer/h2d{path=pinned}")));
  EXPECT_TRUE(key.has_labels_of(Key::parse("transfer/h2d")));
  EXPECT_FALSE(key.has_labels_of(Key::parse("transfer/h2d{path=pageable}")));
}

}  // namespace
}  // namespace gpuproof
