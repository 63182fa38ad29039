// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The virtual GPU of the tests keeps a time of its own: events, sleeps and windows of a process
// that loaded one of its libraries are in that time.
#pragma once

#include "harness/gpu/library/shared_library.h"

namespace gpuproof {

// Called by whoever measures or samples with a library of the driver; who only asks for facts stays
// in real time, as its deadline does. Does nothing where it brings no time along, as
// all real ones do. Throws std::logic_error where it brings half of it.
void adopt_virtual_time(const SharedLibrary&);

}  // namespace gpuproof
