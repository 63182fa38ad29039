// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A /sys of made-up block devices in a temporary folder.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/unit/measure/storage/temporary_folder.h"

namespace gpuproof {

class FakeSys {
 public:
  std::string root() const { return folder_.path(); }

  void drive(const std::string& name, const std::string& number, bool polled = false) {
    device(name, number);
    write(name + "/queue/io_poll", polled ? "1\n" : "0\n");
  }
  void partition(const std::string& name, const std::string& parent, const std::string& number) {
    const auto at = std::filesystem::path(root()) / "sys/devices/pci/block" / parent / name;
    std::filesystem::create_directories(at);
    link(at, name, number);
    write(name + "/partition", "1\n");
  }
  void stacked(const std::string& name, const std::string& number,
               const std::vector<std::string>& members) {
    device(name, number);
    for (const auto& member : members) write(name + "/slaves/" + member, "");
  }
  void write(const std::string& name, const std::string& text) {
    const auto file = std::filesystem::path(root()) / "sys/class/block" / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }

 private:
  void device(const std::string& name, const std::string& number) {
    const auto at = std::filesystem::path(root()) / "sys/devices/pci/block" / name;
    std::filesystem::create_directories(at);
    link(at, name, number);
  }
  void link(const std::filesystem::path& at, const std::string& name, const std::string& number) {
    const auto sys = std::filesystem::path(root()) / "sys";
    std::filesystem::create_directories(sys / "class/block");
    std::filesystem::create_directories(sys / "dev/block");
    std::filesystem::create_directory_symlink(at, sys / "class/block" / name);
    std::filesystem::create_directory_symlink(at, sys / "dev/block" / number);
  }

  TemporaryFolder folder_;
};

}  // namespace gpuproof
