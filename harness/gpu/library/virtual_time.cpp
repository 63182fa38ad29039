// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/gpu/library/virtual_time.h"

#include <stdexcept>

#include "harness/base/clock.h"

namespace gpuproof {
namespace {

template <class Function>
bool find(const SharedLibrary& library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(library.find(name));
  return function != nullptr;
}

}  // namespace

void adopt_virtual_time(const SharedLibrary& library) {
  VirtualTime time;
  if (!find(library, "vgpuHostNowNs", time.now)) return;
  if (!find(library, "vgpuSleepNs", time.sleep) || !find(library, "vgpuFollowNs", time.follow) ||
      !find(library, "vgpuLeave", time.leave))
    throw std::logic_error(library.copy().path + " is a virtual GPU of another version");
  use_virtual_time(time);
}

}  // namespace gpuproof
