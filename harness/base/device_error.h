// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// A call to a device library failed. Apart from error.h, which everything includes.
#pragma once

#include <string>
#include <utility>

#include "harness/base/error.h"

namespace gpuproof {

struct DeviceError : Error {
  DeviceError(const std::string& message, std::string call_name, int status, bool sticky)
      : Error(message), call(std::move(call_name)), code(status), context_dead(sticky) {}
  std::string call;           // "cuMemAlloc_v2"
  int code = 0;               // as the library returned it
  bool context_dead = false;  // every later call of this process fails too: end it
};

}  // namespace gpuproof
