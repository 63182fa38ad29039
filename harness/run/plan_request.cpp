// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/plan_request.h"

#include <fmt/core.h>

#include <algorithm>

#include "harness/base/error.h"
#include "harness/base/text.h"
#include "harness/checks/check.h"

namespace gpuproof {
namespace {

std::string gpu_address(std::string_view word, const std::vector<const PciDevice*>& gpus,
                        const Snapshot& snapshot) {
  if (const auto index = to_uint(word)) {
    if (*index < gpus.size()) return gpus[*index]->address;
    throw InputError(fmt::format("--gpus {}: this machine has {} NVIDIA GPU{}; indices begin at 0",
                                 word, gpus.size(), gpus.size() == 1 ? "" : "s"));
  }
  const auto wanted = lower(word);
  for (const auto* gpu : gpus)
    if (gpu->address == wanted || gpu->address == "0000:" + wanted) return gpu->address;
  if (snapshot.gpu.devices)
    for (const auto& device : *snapshot.gpu.devices)
      if (lower(device.uuid) == wanted) return device.pci_address;
  throw InputError(fmt::format(
      "--gpus {}: no GPU of this machine has that index, UUID or PCI address", clean_text(word)));
}

}  // namespace

Suite parse_suite(const std::string& text) {
  if (text == "node")
    throw InputError(
        "--suite node: measuring across nodes is work of a later version; use quick, standard or "
        "full on each node");
  if (const auto suite = enum_from<Suite>(text)) return *suite;
  throw InputError("--suite " + clean_text(text) + ": the suites are quick, standard and full");
}

int parse_expect(const std::vector<std::string>& words) {
  int gpus = -1;
  for (const auto& word : words) {
    const bool named = starts_with(word, "gpus=");
    const auto count = named ? to_int(std::string_view(word).substr(5)).value_or(-1) : -1;
    if (count < 0 || count > 1024)
      throw InputError("--expect " + clean_text(word) +
                       ": write gpus=N with the number of GPUs, 0 where there are none");
    if (gpus >= 0 && gpus != count)
      throw InputError("--expect gives two different numbers of GPUs; give one");
    gpus = static_cast<int>(count);
  }
  return gpus;
}

std::map<std::string, std::string> parse_tags(const std::vector<std::string>& words) {
  std::map<std::string, std::string> tags;
  for (const auto& word : words) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || equals == 0)
      throw InputError("--tag " + clean_text(word) + ": write name=value");
    if (!tags.emplace(clean_text(word.substr(0, equals)), clean_text(word.substr(equals + 1)))
             .second)
      throw InputError("--tag " + clean_text(word.substr(0, equals)) + " is given twice");
  }
  return tags;
}

std::vector<std::string> parse_gpus(const std::string& text, const Snapshot& snapshot) {
  const auto list = trim(text);
  if (list.empty() || list == "all") return {};
  const auto gpus = nvidia_gpus(snapshot);
  std::vector<std::string> addresses;
  for (const auto word : split(list, ',')) {
    const auto address = gpu_address(trim(word), gpus, snapshot);
    if (std::find(addresses.begin(), addresses.end(), address) != addresses.end())
      throw InputError("--gpus names the GPU " + address + " twice");
    addresses.push_back(address);
  }
  std::sort(addresses.begin(), addresses.end());
  return addresses;
}

}  // namespace gpuproof
