// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/gpu/library/shared_library.h"

#include <dlfcn.h>
#include <link.h>

#include "harness/base/error.h"
#include "harness/base/text.h"

namespace gpuproof {
namespace {

std::string last_loader_error() {
  const char* text = ::dlerror();
  return text ? clean_text(text) : "unknown reason";
}

std::string resolved_path(void* handle, const std::string& asked) {
  link_map* map = nullptr;
  if (::dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0 || !map->l_name || !*map->l_name) return asked;
  return map->l_name;
}

bool is_not_there(const std::string& loader_error) {
  return contains(loader_error, "cannot open shared object file: No such file");
}

[[noreturn]] void throw_missing(const LibrarySpec& spec, const LibrarySearch& search,
                                const std::vector<std::string>& passed_over) {
  const auto& name = spec.sonames.front();
  if (passed_over.empty())
    throw Unavailable(spec.title + " " + name + " not found (looked in " + search.told() + "); " +
                      spec.remedy);
  throw Unavailable(spec.title + " " + name + " cannot be used (" + join(passed_over, "; ") +
                    "); " + spec.remedy);
}

}  // namespace

bool SharedLibrary::load(const LibraryCopy& copy, std::string& why) {
  handle_ = ::dlopen(copy.path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle_) {
    why = last_loader_error();
    return false;
  }
  copy_ = copy;
  copy_.path = resolved_path(handle_, copy.path);
  return true;
}

SharedLibrary SharedLibrary::open(const LibrarySpec& spec, const LibrarySearch& search,
                                  const Accept& accept) {
  SharedLibrary library;
  library.title_ = spec.title;
  for (const auto& copy : search.copies(spec)) {
    std::string why;
    if (!library.load(copy, why)) {
      // The bare name is only a last try: that the loader has none either is no finding.
      const bool only_asked = contains(copy.path, "/") == false && is_not_there(why);
      if (!only_asked) library.passed_over_.push_back(why);
      continue;
    }
    if (accept) why = accept(library);
    if (why.empty()) return library;
    library.passed_over_.push_back(library.copy_.path + ": " + why);
    ::dlclose(library.handle_);
  }
  throw_missing(spec, search, library.passed_over_);
}

void* SharedLibrary::find(const char* symbol) const { return ::dlsym(handle_, symbol); }

bool is_virtual(const SharedLibrary& library) { return library.find("vgpuScale") != nullptr; }

void throw_symbols_missing(const SharedLibrary& library, const std::vector<std::string>& symbols,
                           const std::string& remedy) {
  throw Unavailable(library.title() + " " + library.copy().path + " (from " + library.copy().place +
                    ") lacks " + join(symbols, ", ") + "; " + remedy);
}

}  // namespace gpuproof
