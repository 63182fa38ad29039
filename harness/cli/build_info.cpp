// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/cli/build_info.h"

#include <fmt/core.h>

#include "harness/cli/verb.h"

namespace gpuproof {
namespace {

#ifdef NDEBUG
constexpr const char* optimisation = "optimised";
#else
constexpr const char* optimisation = "debug";
#endif
#ifdef GPUPROOF_WITH_CUDA
constexpr const char* cuda = "with CUDA";
#else
constexpr const char* cuda = "without CUDA";
#endif

}  // namespace

BuildInfo this_build() {
  return {tool_version(), fmt::format("g++ {}.{}.{}, {}, {}", __GNUC__, __GNUC_MINOR__,
                                      __GNUC_PATCHLEVEL__, optimisation, cuda)};
}

}  // namespace gpuproof
