// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Slot labels of PCI devices: what the board prints beside the slot that a card stands in.
#pragma once

#include "harness/facts/snapshot.h"

namespace gpuproof {

// SMBIOS 9 wins over ACPI. A label holds for the device at its address (any function) and for all
// below it, as some firmware names the port and cards carry switches of their own. An address that
// two slots claim says nothing.
void join_slots(Snapshot&);

}  // namespace gpuproof
