// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/demo_scenario.h"

#include <algorithm>

#include "harness/base/codec.h"
#include "harness/base/error.h"
#include "harness/base/text.h"

namespace gpuproof {
namespace {

namespace fs = std::filesystem;

constexpr const char* document = "scenario.json";

bool is_there(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(file, ignored);
}

// A member of the document, or of the one that it changes ("from"). The scenario is the virtual
// GPU's; all that is asked here is how many GPUs there are to be, and what it is about.
template <class Use>
bool use_member(const fs::path& folder, const std::string& name, int steps, const Use& use) {
  const auto file = folder / document;
  const auto json = load_json_box(file);
  const View view(*json, file.string(), "");
  view.expect_object();
  if (const auto member = view.member(name)) {
    use(*member);
    return true;
  }
  const auto from = view.member("from");
  if (!from) return false;
  if (steps == 0) from->fail("scenarios change each other in a circle");
  return use_member((folder / from->string()).lexically_normal(), name, steps - 1, use);
}

// The tree of the scenario, or of the one that it changes.
fs::path machine_of(const fs::path& folder, int steps) {
  if (is_there(folder / "machine")) return folder / "machine";
  const auto json = load_json_box(folder / document);
  const auto from = View(*json, (folder / document).string(), "").member("from");
  if (from && steps > 0) return machine_of((folder / from->string()).lexically_normal(), steps - 1);
  throw InputError(folder.string() +
                   " has no machine/, the tree that its run reads; name one that "
                   "ships with \"from\"");
}

}  // namespace

VirtualGpuPlace find_virtual_gpu(const fs::path& binary_folder) {
  const auto above = binary_folder.parent_path();
  const VirtualGpuPlace places[] = {
      {above / "vgpu/lib", above / "vgpu/scenarios"},
      {above / "lib/gpuproof/vgpu", above / "share/gpuproof/scenarios"}};
  for (const auto& place : places)
    if (is_there(place.libraries / "libcuda.so.1") && is_there(place.scenarios)) return place;
  throw InputError("this copy of gpuproof has no virtual GPU (libcuda.so.1 in " +
                   places[0].libraries.string() + " or " + places[1].libraries.string() +
                   "); build it from source with the CUDA toolkit, tests included");
}

std::vector<std::string> scenario_names(const fs::path& scenarios) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(scenarios))
    if (is_there(entry.path() / document)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

DemoScenario find_scenario(const fs::path& scenarios, const std::string& name) {
  const bool is_folder = name.find('/') != std::string::npos;
  const auto names = scenario_names(scenarios);
  if (!is_folder && std::find(names.begin(), names.end(), name) == names.end())
    throw InputError("demo has no scenario \"" + clean_text(name) + "\"; there are " +
                     join(names, ", ") + ", or give the folder of your own (./" + clean_text(name) +
                     ")");
  constexpr int most_steps = 8;
  DemoScenario found{.name = name, .folder = is_folder ? fs::absolute(name) : scenarios / name};
  if (!is_there(found.folder / document))
    throw InputError("the scenario " + found.folder.string() + " has no " + document);
  const bool has_gpus = use_member(found.folder, "gpus", most_steps, [&](const View& gpus) {
    found.gpus = static_cast<int>(gpus.array_size());
  });
  if (!has_gpus) throw InputError((found.folder / document).string() + ": it names no gpus");
  use_member(found.folder, "about", most_steps,
             [&](const View& about) { found.about = about.string(); });
  found.machine = machine_of(found.folder, most_steps);
  return found;
}

}  // namespace gpuproof
