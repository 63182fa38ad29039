// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/measure/storage/extents.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/fiemap.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/base/files.h"
#include "harness/base/text.h"
#include "harness/base/units.h"
#include "tests/unit/measure/storage/temporary_folder.h"

namespace gpuproof {
namespace {

using Extents = std::vector<FileExtent>;

TEST(Extents, a_file_that_lies_on_the_drive_has_no_fault) {
  EXPECT_EQ(extent_fault(Extents{{0, MiB, 0}, {MiB, MiB, FIEMAP_EXTENT_LAST}}, 2 * MiB, 2 * MiB),
            "");
  EXPECT_EQ(extent_fault(std::nullopt, 2 * MiB, 2 * MiB), "");
}

TEST(Extents, holes_at_the_start_inside_and_at_the_end) {
  EXPECT_TRUE(contains(extent_fault(Extents{{4096, MiB, 0}}, MiB, MiB), "hole"));
  EXPECT_TRUE(contains(extent_fault(Extents{{0, 4096, 0}, {8192, MiB, 0}}, MiB, MiB), "hole"));
  EXPECT_TRUE(contains(extent_fault(Extents{{0, 4096, 0}}, MiB, MiB), "hole"));
  EXPECT_TRUE(contains(extent_fault(Extents{}, MiB, MiB), "hole"));
}

TEST(Extents, every_kind_of_block_that_is_not_plain_data_on_the_drive) {
  for (const std::uint32_t flag :
       {FIEMAP_EXTENT_UNKNOWN, FIEMAP_EXTENT_DELALLOC, FIEMAP_EXTENT_ENCODED,
        FIEMAP_EXTENT_DATA_ENCRYPTED, FIEMAP_EXTENT_DATA_INLINE, FIEMAP_EXTENT_DATA_TAIL,
        FIEMAP_EXTENT_UNWRITTEN, FIEMAP_EXTENT_SHARED})
    EXPECT_NE(extent_fault(Extents{{0, MiB, flag | FIEMAP_EXTENT_LAST}}, MiB, MiB), "") << flag;
  EXPECT_EQ(extent_fault(Extents{{0, MiB, FIEMAP_EXTENT_MERGED}}, MiB, MiB), "");
}

// Field cases: a file made by ftruncate (no block at all), zeros on a compressing file system (one
// block), neither of which has an extent map to show.
TEST(Extents, a_file_without_blocks_is_told_from_its_allocation) {
  EXPECT_TRUE(contains(extent_fault(std::nullopt, 1073741824, 0), "sparse or compressed"));
  EXPECT_TRUE(contains(extent_fault(std::nullopt, 2147483648, 512), "sparse or compressed"));
}

std::string fault_of(const TemporaryFolder& folder, bool reserved) {
  const std::string path = folder.path() + "/file";
  const FileHandle file(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  const bool made = reserved ? ::fallocate(file.get(), 0, 0, 4 * MiB) == 0
                             : ::ftruncate(file.get(), 4 * MiB) == 0;
  struct stat status {};
  if (!made || ::fstat(file.get(), &status) != 0) return "not made";
  return extent_fault(read_extents(file.get(), path), 4 * MiB,
                      static_cast<Bytes>(status.st_blocks) * 512);
}

TEST(Extents, truncated_and_reserved_files_are_refused_on_a_real_file_system) {
  const TemporaryFolder truncated, reserved;
  EXPECT_TRUE(contains(fault_of(truncated, false), "sparse or compressed"));
  const auto fault = fault_of(reserved, true);
  if (fault == "not made") GTEST_SKIP() << "no fallocate here";
  EXPECT_TRUE(contains(fault, "never written")) << fault;
}

}  // namespace
}  // namespace gpuproof
