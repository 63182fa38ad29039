// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Which memory channel a DIMM slot belongs to, as its labels say. Boards name slots as they like:
// what does not fit a known scheme is unknown, never guessed.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/facts/smbios.h"

namespace gpuproof {

// "P0 CHANNEL A", "CPU1_DIMM_B2", "Controller0-ChannelA-DIMM1": socket and channel, as one name.
std::optional<std::string> channel_of(const Dimm&);

// Slots by channel, populated or not. Nullopt where the labels do not tell: a slot without channel,
// or more than three slots to a "channel", as on boards whose letter names the processor.
std::optional<std::map<std::string, std::vector<const Dimm*>>> channels_of(const SmbiosTables&);

// Slots that hold a module.
std::vector<const Dimm*> modules(const SmbiosTables&);

}  // namespace gpuproof
