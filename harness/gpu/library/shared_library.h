// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A library opened at run time: which copy, why this one, and which were passed over.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/gpu/library/library_search.h"

namespace gpuproof {

// Never closed: drivers leave threads and exit handlers behind.
class SharedLibrary {
 public:
  // Says why an opened copy does not do ("its create call fails with ..."); empty: it does.
  using Accept = std::function<std::string(const SharedLibrary&)>;

  // The first copy that opens and is accepted. Throws Unavailable: missing, or none does, with
  // the reason of each and the remedy.
  static SharedLibrary open(const LibrarySpec&, const LibrarySearch&, const Accept& = {});

  // Null where the library has no such symbol.
  void* find(const char* symbol) const;

  const std::string& title() const { return title_; }
  const LibraryCopy& copy() const { return copy_; }  // path as the loader resolved it
  // "/a/libx.so.1: wrong ELF class", in the order tried.
  const std::vector<std::string>& passed_over() const { return passed_over_; }

 private:
  SharedLibrary() = default;
  bool load(const LibraryCopy&, std::string& why);

  void* handle_ = nullptr;
  std::string title_;
  LibraryCopy copy_;
  std::vector<std::string> passed_over_;
};

// A library of the virtual GPU of the tests (tests/vgpu), by what it exports beside its vendor's
// functions.
bool is_virtual(const SharedLibrary&);

// "libcudart.so.12: /x/libcudart.so.12 lacks f; it is too old: update it". For tables.
[[noreturn]] void throw_symbols_missing(const SharedLibrary&, const std::vector<std::string>&,
                                        const std::string& remedy);

}  // namespace gpuproof
