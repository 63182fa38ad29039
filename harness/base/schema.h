// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The documents whose JSON Schema is published: the unit that defines one registers it, and
// docs/schema/NAME.json must say the same.
#pragma once

#include <string>

#include "harness/base/registry.h"

namespace gpuproof {

struct Schema {
  std::string name;  // snapshot, profile, journal, ...
  std::string (*text)() = nullptr;
};

}  // namespace gpuproof
