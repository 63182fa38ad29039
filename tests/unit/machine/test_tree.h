// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A machine made of files in a temporary folder, gone with the object:
//   TestTree tree;
//   tree.file("/sys/class/dmi/id/board_name", "X\n").link("/sys/a", "../b").answer("root");
//   auto snapshot = tree.read("smbios");
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>

#include "harness/machine/host.h"
#include "harness/machine/reader.h"

namespace gpuproof {

class TestTree {
 public:
  TestTree() {
    std::string pattern = std::filesystem::temp_directory_path() / "gpuproof-tree-XXXXXX";
    if (!::mkdtemp(pattern.data())) ADD_FAILURE() << "cannot make " << pattern;
    dir_ = pattern;
  }
  TestTree(const TestTree&) = delete;
  TestTree& operator=(const TestTree&) = delete;
  ~TestTree() {
    std::error_code ignored;
    std::filesystem::remove_all(dir_, ignored);
  }

  const std::filesystem::path& dir() const { return dir_; }

  // Absolute machine paths; folders above are made.
  TestTree& file(const std::string& path, const std::string& bytes) {
    const auto target = place(path);
    std::ofstream(target, std::ios::binary) << bytes;
    return *this;
  }
  TestTree& files(const std::string& folder,
                  std::initializer_list<std::pair<std::string, std::string>> contents) {
    for (const auto& [name, text] : contents) file(folder + "/" + name, text + "\n");
    return *this;
  }
  TestTree& folder(const std::string& path) {
    std::filesystem::create_directories(place(path));
    return *this;
  }
  TestTree& link(const std::string& path, const std::string& target) {
    std::filesystem::create_symlink(target, place(path));
    return *this;
  }
  // A file below .answers/ (host.h has the layout).
  TestTree& answer(const std::string& name, const std::string& bytes = "") {
    return file("/.answers/" + name, bytes);
  }
  // A PCI device below its parents, as the kernel shows it: "pci0000:00/0000:00:01.0/0000:01:00.0".
  TestTree& pci(const std::string& chain,
                std::initializer_list<std::pair<std::string, std::string>> contents) {
    const auto address = chain.substr(chain.rfind('/') + 1);
    folder("/sys/devices/" + chain).files("/sys/devices/" + chain, contents);
    const auto entry = "/sys/bus/pci/devices/" + address;
    if (!std::filesystem::is_symlink(place(entry))) link(entry, "../../../devices/" + chain);
    return *this;
  }

  std::unique_ptr<Host> host() const { return tree_host(dir_); }

  // The snapshot that one reader alone makes of this tree.
  Snapshot read(const std::string& reader_name) const {
    Snapshot snapshot;
    const auto* reader = Registry<Reader>::instance().find(reader_name);
    if (!reader) {
      ADD_FAILURE() << "no reader " << reader_name;
    } else {
      reader->read(*host(), snapshot);
    }
    return snapshot;
  }

 private:
  std::filesystem::path place(const std::string& path) const {
    const auto target = dir_ / path.substr(1);
    std::filesystem::create_directories(target.parent_path());
    return target;
  }

  std::filesystem::path dir_;
};

}  // namespace gpuproof
