// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A folder of small files that stands for / in tests.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace gpuproof {

class KernelTree {
 public:
  KernelTree() {
    std::string name = (std::filesystem::temp_directory_path() / "kernel-tree-XXXXXX").string();
    root_ = ::mkdtemp(name.data());
  }
  ~KernelTree() { std::filesystem::remove_all(root_); }
  const std::filesystem::path& root() const { return root_; }

  void write(const std::string& path, const std::string& text) const {
    const auto file = root_ / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  void cpu(int cpu, int package, const std::string& siblings) const {
    const auto topology = "sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/";
    write(topology + "physical_package_id", std::to_string(package) + "\n");
    write(topology + "thread_siblings_list", siblings + "\n");
  }
  void cache(int cpu, int index, int level, const std::string& size,
             const std::string& shared) const {
    const auto folder = "sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/cache/index" +
                        std::to_string(index) + "/";
    write(folder + "level", std::to_string(level) + "\n");
    write(folder + "size", size + "\n");
    write(folder + "shared_cpu_list", shared + "\n");
  }
  void node(int node, const std::string& cpus) const {
    write("sys/devices/system/node/node" + std::to_string(node) + "/cpulist", cpus + "\n");
  }

 private:
  std::filesystem::path root_;
};

}  // namespace gpuproof
