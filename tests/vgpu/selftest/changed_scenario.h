// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Scenarios of a test: written to a folder of their own, usually a change of one that ships.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace gpuproof::vgpu {

class ScenarioFolder {
 public:
  ScenarioFolder() {
    auto pattern = (std::filesystem::temp_directory_path() / "gpuproof-scenario-XXXXXX").string();
    place_ = mkdtemp(pattern.data());
  }
  ~ScenarioFolder() { std::filesystem::remove_all(place_); }
  ScenarioFolder(const ScenarioFolder&) = delete;
  ScenarioFolder& operator=(const ScenarioFolder&) = delete;

  const std::filesystem::path& place() const { return place_; }
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(place_ / name);
    std::ofstream(place_ / name / "scenario.json") << text;
    return place_ / name;
  }
  // members: "change", "faults", ... without the braces around them.
  std::filesystem::path changed(const std::string& base, const std::string& members) const {
    return write("changed",
                 R"({"from": ")" GPUPROOF_SCENARIOS_DIR "/" + base + "\", " + members + "}");
  }

 private:
  std::filesystem::path place_;
};

}  // namespace gpuproof::vgpu
