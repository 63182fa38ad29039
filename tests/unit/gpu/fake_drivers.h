// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/gpu/driver/driver_api.h"

namespace gpuproof::testing_gpu {

// Looks into the folder of one fake only: nothing of this machine can slip in.
inline LibrarySearch only(const std::string& name) {
  LibrarySearch search;
  search.library_path = GPUPROOF_FAKE_DRIVERS "/" + name;
  return search;
}

template <class Kind, class Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const Kind& e) {
    return e.what();
  }
  return "nothing was thrown";
}

}  // namespace gpuproof::testing_gpu
