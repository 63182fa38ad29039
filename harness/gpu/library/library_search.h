// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Where a run-time library is looked for, and in which order (docs/libraries.md).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gpuproof {

struct LibrarySpec {
  std::string title;                 // "the NVIDIA driver library"
  std::vector<std::string> sonames;  // newest first
  std::string remedy;                // ends the sentence that says it is missing
  // A toolkit holds stubs and old copies of what belongs to the driver: they are not looked at.
  bool part_of_driver = false;
};

struct LibraryCopy {
  std::string soname;
  std::string path;   // without a slash: the loader finds it by its name
  std::string place;  // "--library-path", "LD_LIBRARY_PATH", "beside the program", ...
};

// The places of one process; empty parts are not looked at.
struct LibrarySearch {
  // From the environment and the place of the program.
  static LibrarySearch of_process(const std::string& library_path = {});

  // Files that exist, in the order in which they are tried; each file once. What a user named
  // explicitly comes first, whatever its version; among the rest the newest soname.
  std::vector<LibraryCopy> copies(const LibrarySpec&) const;
  // "--library-path /x, LD_LIBRARY_PATH /y:/z, ..." for messages.
  std::string told() const;

  std::string library_path, ld_library_path;
  std::filesystem::path beside, cache_file;
  std::vector<std::filesystem::path> driver_folders, toolkit_folders, wheel_folders;
};

// Paths that the loader's cache (ldconfig) gives for a soname, for this architecture.
std::vector<std::string> loader_cache_paths(std::string_view cache, std::string_view soname);

}  // namespace gpuproof
