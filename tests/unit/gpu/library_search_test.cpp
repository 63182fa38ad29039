// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/gpu/library/library_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "harness/base/files.h"

namespace gpuproof {
namespace {

using testing::ElementsAre;

class LibraryPlaces : public testing::Test {
 protected:
  LibraryPlaces() : root(fs::path(testing::TempDir()) / "places" / unique()) {
    fs::remove_all(root);
  }
  ~LibraryPlaces() override { fs::remove_all(root); }
  static std::string unique() {
    return testing::UnitTest::GetInstance()->current_test_info()->name() +
           std::to_string(::getpid());
  }
  fs::path put(const std::string& folder, const std::string& name) {
    fs::create_directories(root / folder);
    std::ofstream(root / folder / name) << "x";
    return root / folder;
  }
  static std::vector<std::string> places(const LibrarySearch& search, const LibrarySpec& spec) {
    std::vector<std::string> told;
    for (const auto& copy : search.copies(spec)) told.push_back(copy.place + " " + copy.soname);
    return told;
  }

  fs::path root;
  LibrarySpec blas{.title = "cuBLASLt",
                   .sonames = {"libcublasLt.so.13", "libcublasLt.so.12"},
                   .remedy = "install it"};
};

TEST_F(LibraryPlaces, WhatTheUserNamedComesFirstAndThenTheNewest) {
  LibrarySearch search;
  search.library_path = put("named", "libcublasLt.so.12");
  search.ld_library_path = ":" + put("env", "libcublasLt.so.13").string();
  search.beside = put("beside", "libcublasLt.so.12");
  search.toolkit_folders = {put("toolkit", "libcublasLt.so.13")};
  search.wheel_folders = {put("wheel", "libcublasLt.so.13")};
  EXPECT_THAT(places(search, blas),
              ElementsAre("--library-path libcublasLt.so.12", "LD_LIBRARY_PATH libcublasLt.so.13",
                          "CUDA toolkit libcublasLt.so.13", "python packages libcublasLt.so.13",
                          "beside the program libcublasLt.so.12"));
}

TEST_F(LibraryPlaces, OneFileUnderTwoNamesIsOneCopy) {
  const auto folder = put("real", "libcublasLt.so.13.1.0");
  fs::create_symlink("libcublasLt.so.13.1.0", folder / "libcublasLt.so.13");
  fs::create_directory_symlink(folder, root / "again");
  LibrarySearch search;
  search.ld_library_path = folder.string() + ":" + (root / "again").string();
  EXPECT_EQ(search.copies(blas).size(), 1u);
}

TEST_F(LibraryPlaces, PartOfTheDriverIsNotTakenFromAToolkit) {
  LibrarySearch search;
  search.toolkit_folders = {put("toolkit", "libcuda.so.1")};
  search.driver_folders = {put("wsl", "libcuda.so.1")};
  const LibrarySpec cuda{
      .title = "driver", .sonames = {"libcuda.so.1"}, .remedy = "", .part_of_driver = true};
  EXPECT_THAT(places(search, cuda), ElementsAre("folder of the driver libcuda.so.1"));
}

TEST_F(LibraryPlaces, LoaderIsAskedByNameWhereItsCacheHasNothing) {
  LibrarySearch search;
  search.cache_file = put("etc", "ld.so.cache") / "ld.so.cache";
  EXPECT_THAT(places(search, blas),
              ElementsAre("loader libcublasLt.so.13", "loader libcublasLt.so.12"));
}

TEST(LoaderCache, GivesThePathsOfThisMachine) {
  const auto cache = read_input_file("/etc/ld.so.cache");
  const auto paths = loader_cache_paths(cache, "libc.so.6");
  ASSERT_FALSE(paths.empty());
  EXPECT_TRUE(fs::exists(paths[0])) << paths[0];
  EXPECT_TRUE(loader_cache_paths(cache, "libnothing.so.9").empty());
}

TEST(LoaderCache, CutOrForeignBytesGiveNothing) {
  const auto cache = read_input_file("/etc/ld.so.cache");
  EXPECT_TRUE(loader_cache_paths("", "libc.so.6").empty());
  EXPECT_TRUE(loader_cache_paths("glibc-ld.so.cache1.1", "libc.so.6").empty());
  for (std::size_t size : {40u, 60u, 100u, 1000u})
    loader_cache_paths(std::string_view(cache).substr(0, size), "libc.so.6");
}

}  // namespace
}  // namespace gpuproof
