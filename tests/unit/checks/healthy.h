// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The healthy bare-metal machine without GPU that tests start from: one 16-core processor, eight
// DIMMs with ECC on eight channels, one NVMe drive on Gen4 x4. tests/cases/base.json is the same.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/checks/check.h"

namespace gpuproof {

Snapshot healthy_machine();

// The items of one check, which must be registered.
struct CheckRun {
  const Snapshot* before = nullptr;
  const Profile* profile = nullptr;
  const RunWindow* window = nullptr;
  std::optional<int> expected_gpus;
  std::vector<std::string> gpus;
};
std::vector<Item> items_of(const std::string& check, const Snapshot& now, const CheckRun& = {});
// The only item of a check; fails the test where there are none or several.
Item item_of(const std::string& check, const Snapshot& now, const CheckRun& = {});

// The item of a check that bears this label.
Item item_with(const std::string& check, const Snapshot& now, const std::string& label,
               const std::string& value, const CheckRun& = {});

// A profile with one setting for `check`.
Profile profile_with(const std::string& check, Comparison comparison, const std::string& value);

// Every fact of the snapshot becomes unreadable ("permission denied").
void deny_all(Snapshot&);

}  // namespace gpuproof
