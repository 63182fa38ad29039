// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/gpu/library/library_search.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>

#include "harness/base/text.h"

namespace gpuproof {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// Sub-folders of `parent` whose name begins with `prefix`; later names, so newer versions, first.
std::vector<fs::path> folders(const fs::path& parent, std::string_view prefix) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator it(parent, error), end; !error && it != end; it.increment(error))
    if (starts_with(it->path().filename().string(), prefix)) found.push_back(it->path());
  std::sort(found.rbegin(), found.rend());
  return found;
}

// cuBLAS, cuDNN and NCCL as pip installs them: site-packages/nvidia/<part>/lib.
void add_wheels(const fs::path& lib, std::vector<fs::path>& into) {
  for (const auto& python : folders(lib, "python3"))
    for (const char* packages : {"site-packages", "dist-packages"})
      for (const auto& part : folders(python / packages / "nvidia", ""))
        if (fs::is_directory(part / "lib")) into.push_back(part / "lib");
}

std::vector<fs::path> all_wheels() {
  std::vector<fs::path> found;
  for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (const auto root = variable(name); !root.empty()) {
      add_wheels(fs::path(root) / "lib", found);
      found.push_back(fs::path(root) / "lib");
    }
  if (const auto home = variable("HOME"); !home.empty())
    add_wheels(fs::path(home) / ".local/lib", found);
  for (const char* lib : {"/usr/local/lib", "/usr/lib"}) add_wheels(lib, found);
  return found;
}

std::vector<fs::path> all_toolkits() {
  std::vector<fs::path> found;
  for (const auto& root : folders("/usr/local", "cuda")) found.push_back(root / "lib64");
  return found;
}

std::string whole_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Place {
  std::string name;
  std::vector<fs::path> folders;
};

std::vector<fs::path> path_list(const std::string& text) {
  std::vector<fs::path> found;
  for (const auto part : split(text, ':'))
    if (!part.empty()) found.emplace_back(part);
  return found;
}

std::vector<Place> named_by_user(const LibrarySearch& search) {
  return {{"--library-path", path_list(search.library_path)},
          {"LD_LIBRARY_PATH", path_list(search.ld_library_path)}};
}

// Each file once, however many names and links lead to it.
class CopyList {
 public:
  void add(const std::string& soname, const fs::path& file, const std::string& place) {
    std::error_code error;
    const auto real = fs::canonical(file, error);
    if (error || !fs::is_regular_file(real, error)) return;
    if (seen_.insert(real.string()).second) copies.push_back({soname, file.string(), place});
  }
  void add_all(const std::string& soname, const std::vector<Place>& places) {
    for (const auto& place : places)
      for (const auto& folder : place.folders) add(soname, folder / soname, place.name);
  }
  std::vector<LibraryCopy> copies;

 private:
  std::set<std::string> seen_;
};

void add_from_loader(const LibrarySearch& search, const std::string& cache,
                     const std::string& soname, CopyList& list) {
  if (search.cache_file.empty()) return;
  const auto paths = loader_cache_paths(cache, soname);
  for (const auto& path : paths) list.add(soname, path, "loader cache");
  // The loader knows folders that no cache lists; it is asked by the bare name.
  if (paths.empty()) list.copies.push_back({soname, soname, "loader"});
}

}  // namespace

LibrarySearch LibrarySearch::of_process(const std::string& library_path) {
  LibrarySearch search;
  search.library_path = library_path;
  search.ld_library_path = variable("LD_LIBRARY_PATH");
  std::error_code error;
  const auto program = fs::read_symlink("/proc/self/exe", error);
  if (!error) search.beside = program.parent_path().parent_path() / "lib/gpuproof";
  search.cache_file = "/etc/ld.so.cache";
  // WSL, NixOS, GKE and gVisor keep the driver's libraries apart from the loader's folders.
  search.driver_folders = {"/usr/lib/wsl/lib", "/run/opengl-driver/lib", "/usr/local/nvidia/lib64",
                           "/usr/lib64-nvidia"};
  search.toolkit_folders = all_toolkits();
  search.wheel_folders = all_wheels();
  return search;
}

std::vector<LibraryCopy> LibrarySearch::copies(const LibrarySpec& spec) const {
  CopyList list;
  const auto user = named_by_user(*this);
  for (const auto& place : user)
    for (const auto& soname : spec.sonames) list.add_all(soname, {place});
  const auto cache = cache_file.empty() ? std::string() : whole_file(cache_file);
  const std::vector<Place> own{{"beside the program", {beside}}};
  const std::vector<Place> rest = spec.part_of_driver
                                      ? std::vector<Place>{{"folder of the driver", driver_folders}}
                                      : std::vector<Place>{{"CUDA toolkit", toolkit_folders},
                                                           {"python packages", wheel_folders}};
  for (const auto& soname : spec.sonames) {
    if (!beside.empty()) list.add_all(soname, own);
    add_from_loader(*this, cache, soname, list);
    list.add_all(soname, rest);
  }
  return list.copies;
}

std::string LibrarySearch::told() const {
  std::string text;
  if (!library_path.empty()) text += "--library-path " + library_path + ", ";
  if (!ld_library_path.empty()) text += "LD_LIBRARY_PATH " + ld_library_path + ", ";
  return text + "the loader's folders";
}

}  // namespace gpuproof
