// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/vgpu/scenario/scenario.h"

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "harness/base/error.h"
#include "harness/base/json_patch.h"

namespace gpuproof::vgpu {
namespace {

namespace fs = std::filesystem;

struct Document {
  Json json;
  std::string file;
  fs::path machine;

  [[noreturn]] void fail(const std::string& path, const std::string& message) const {
    throw InputError(file, "at " + path + ": " + message);
  }
};

Json take(Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end()) return nullptr;
  auto value = std::move(*found);
  object.erase(found);
  return value;
}

void apply_models(Document& document) {
  const auto models = take(document.json, "models");
  auto gpus = document.json.find("gpus");
  if (gpus == document.json.end() || !gpus->is_array()) return;  // the codec says what is wrong
  for (std::size_t i = 0; i < gpus->size(); ++i) {
    auto& gpu = (*gpus)[i];
    if (!gpu.is_object()) continue;
    const auto name = take(gpu, "model");
    if (name.is_null()) continue;
    if (!name.is_string() || !models.is_object() || !models.contains(name.get<std::string>()))
      document.fail("/gpus/" + std::to_string(i) + "/model",
                    name.dump() + " is not among the models of this scenario");
    auto whole = models.at(name.get<std::string>());
    merge_patch(whole, gpu);
    gpu = std::move(whole);
  }
}

void apply_changes(Document& document, const Json& change) {
  if (change.is_null()) return;
  if (!change.is_object()) document.fail("/change", "expected an object of GPU indices or \"all\"");
  auto& gpus = document.json["gpus"];
  for (const auto& [key, patch] : change.items()) {
    bool used = false;
    for (std::size_t i = 0; gpus.is_array() && i < gpus.size(); ++i)
      if (key == "all" || key == std::to_string(i)) merge_patch(gpus[i], patch), used = true;
    if (!used) document.fail("/change/" + key, "there is no such GPU; use an index or \"all\"");
  }
}

constexpr int most_steps = 8;  // a scenario that changes itself never ends

// The document merged over the one it changes.
Document merged(const fs::path& folder, int steps) {
  Document own{.file = (folder / "scenario.json").string()};
  own.json = load_json(own.file);
  if (!own.json.is_object()) own.fail("/", "expected an object");
  own.machine = folder / "machine";
  const auto from = take(own.json, "from");
  if (from.is_null()) return own;
  if (!from.is_string()) own.fail("/from", "expected the folder of another scenario");
  if (steps == 0) own.fail("/from", "scenarios change each other in a circle");
  auto base = merged((folder / from.get<std::string>()).lexically_normal(), steps - 1);
  merge_patch(base.json, own.json);
  own.json = std::move(base.json);
  if (!fs::exists(own.machine)) own.machine = base.machine;
  return own;
}

Document resolve(const fs::path& folder) {
  auto document = merged(folder, most_steps);
  const auto change = take(document.json, "change");
  apply_models(document);
  apply_changes(document, change);
  return document;
}

void check_pattern(const Document& d, const std::string& path, const std::string& text,
                   const char* pattern, const char* what) {
  if (!std::regex_match(text, std::regex(pattern))) d.fail(path, "\"" + text + "\" is not " + what);
}

void check_gpu(const Document& d, const VirtualGpu& gpu, const std::string& path) {
  check_pattern(d, path + "/uuid", gpu.uuid,
                "GPU-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
                "GPU- and a UUID in lower case");
  check_pattern(d, path + "/pci/address", gpu.pci.address,
                "[0-9a-f]{4}:[0-9a-f]{2}:[01][0-9a-f]\\.[0-7]", "a PCI address like 0000:18:00.0");
  check_pattern(d, path + "/compute_capability", gpu.compute_capability, "[0-9]{1,2}\\.[0-9]",
                "a compute capability like 9.0");
  const std::pair<const char*, double> positive[] = {
      {"/sms", gpu.sms},
      {"/l2_bytes", static_cast<double>(gpu.l2_bytes)},
      {"/memory/bytes", static_cast<double>(gpu.memory.bytes)},
      {"/memory/clock_mhz", gpu.memory.clock_mhz},
      {"/memory/bus_bits", gpu.memory.bus_bits},
      {"/clocks/boost_mhz", gpu.clocks.boost_mhz},
      {"/clocks/max_mhz", gpu.clocks.max_mhz},
      {"/power/default_w", gpu.power.default_w}};
  for (const auto& [member, value] : positive)
    if (!(value > 0)) d.fail(path + member, "must be above 0");
}

void check(const Document& d, const Scenario& s) {
  if (s.scale_divisor == 0) d.fail("/scale_divisor", "must be above 0");
  std::set<std::string> seen;
  for (std::size_t i = 0; i < s.gpus.size(); ++i) {
    const auto path = "/gpus/" + std::to_string(i);
    check_gpu(d, s.gpus[i], path);
    if (!seen.insert(s.gpus[i].uuid).second) d.fail(path + "/uuid", "another GPU has it as well");
    if (!seen.insert(s.gpus[i].pci.address).second)
      d.fail(path + "/pci/address", "another GPU has it as well");
    if (i > 0 && s.gpus[i].pci.address < s.gpus[i - 1].pci.address)
      d.fail(path + "/pci/address", "GPUs stand in PCI order");
  }
  for (std::size_t i = 0; i < s.faults.size(); ++i) {
    const auto problem = problem_of(s.faults[i], s.gpus.size());
    if (!problem.empty()) d.fail("/faults/" + std::to_string(i), problem);
  }
}

}  // namespace

Scenario load_scenario(const fs::path& folder) {
  const auto document = resolve(folder);
  auto scenario = decode<Scenario>(document.json, document.file);
  check(document, scenario);
  scenario.folder = folder;
  scenario.machine = document.machine;
  return scenario;
}

Scenario load_scenario_from_environment() {
  const char* folder = std::getenv("VGPU_SCENARIO");
  if (!folder || !*folder)
    throw InputError("VGPU_SCENARIO is not set; it names the folder of a scenario");
  return load_scenario(folder);
}

}  // namespace gpuproof::vgpu
