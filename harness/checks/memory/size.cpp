// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Memory that the modules add up to, and whether the kernel may use it.
#include <fmt/core.h>

#include <algorithm>
#include <bit>

#include "harness/base/units.h"
#include "harness/checks/check.h"
#include "harness/facts/memory_channel.h"

namespace gpuproof {
namespace {

std::uint64_t sum_of(const std::vector<const Dimm*>& dimms) {
  std::uint64_t sum = 0;
  for (const auto* dimm : dimms) sum += dimm->bytes.value_or(0);
  return sum;
}

std::uint64_t smallest_of(const std::vector<const Dimm*>& dimms) {
  std::uint64_t least = ~std::uint64_t{0};
  for (const auto* dimm : dimms) least = std::min(least, dimm->bytes.value_or(0));
  return least;
}

// Without SMBIOS: the kernel keeps a few per cent to itself, so the next sixteenth of a power of
// two at or above what it offers is what was installed.
std::uint64_t installed_by_guess(std::uint64_t usable) {
  const auto step = std::max<std::uint64_t>(std::bit_ceil(usable) / 16, GiB);
  return (usable + step - 1) / step * step;
}

void size(CheckContext& c) {
  const auto& usable = c.now.memory.total_bytes;
  if (!c.readable(usable, c.machine())) return;
  const auto dimms = c.now.smbios ? modules(*c.now.smbios) : std::vector<const Dimm*>{};
  for (const auto* dimm : dimms)
    if (!c.readable(dimm->bytes, c.subject(*dimm))) return;
  const auto installed = dimms.empty() ? installed_by_guess(*usable) : sum_of(dimms);
  Finding f{.observed = fmt::format("{} GiB", installed / GiB), .who = Who::builder};
  f.evidence = {"usable: " + bytes_text(*usable),
                dimms.empty() ? "no list of modules: estimated from the usable memory"
                              : fmt::format("{} modules", dimms.size())};
  if (!dimms.empty() && *usable + smallest_of(dimms) * 9 / 10 <= installed) {
    f.observed = fmt::format("{} usable of {}", bytes_text(*usable), bytes_text(installed));
    f.expected = "all of it but a few per cent";
    f.cause = "a module was mapped out, memory is mirrored, or graphics in the processor keeps it";
    f.remedy = "look for memory errors, mirroring and sparing in the BIOS";
    return c.warn(c.machine(), f);
  }
  if (c.judge_setting(c.machine(), f.observed, f)) return;
  if (dimms.empty()) return c.show(c.machine(), f);
  c.pass(c.machine(), f);
}

const Register<Check> registered{{.name = "memory/size",
                                  .about = "Installed memory",
                                  .why = "Data sets and staging buffers need it; memory that is "
                                         "missing or mapped out slows or fails jobs.",
                                  .run = size}};

}  // namespace
}  // namespace gpuproof
