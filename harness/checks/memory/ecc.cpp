// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether memory errors are corrected and reported: modules, firmware and driver must agree.
#include "harness/base/text.h"
#include "harness/checks/check.h"
#include "harness/facts/memory_channel.h"

namespace gpuproof {
namespace {

enum class Answer { unknown, no, yes };

// Modules carry extra bits for correction: total width above data width.
Answer modules_can(const Snapshot& now) {
  if (!now.smbios) return Answer::unknown;
  bool some = false;
  for (const auto* dimm : modules(*now.smbios)) {
    if (!dimm->total_width || !dimm->data_width || *dimm->data_width <= 0) return Answer::unknown;
    if (*dimm->total_width <= *dimm->data_width) return Answer::no;
    some = true;
  }
  return some ? Answer::yes : Answer::unknown;
}

Answer firmware_says(const Snapshot& now) {
  if (!now.smbios) return Answer::unknown;
  bool some = false;
  for (const auto& array : now.smbios->arrays) {
    if (!array.use.empty() && array.use != "System Memory") continue;
    if (array.ecc == "None" || array.ecc == "Parity") return Answer::no;
    some = some || contains(array.ecc, "ECC");
  }
  return some ? Answer::yes : Answer::unknown;
}

// What the kernel's EDAC driver sees; `no`: it sees memory without correction.
Answer driver_sees(const Snapshot& now) {
  if (!now.memory.edac) return Answer::unknown;
  bool some = false;
  for (const auto& controller : *now.memory.edac)
    for (const auto& dimm : controller.dimms) {
      if (!dimm.ecc_mode || *dimm.ecc_mode == "Unknown" || *dimm.ecc_mode == "Reserved") continue;
      if (*dimm.ecc_mode == "None") return Answer::no;
      some = true;
    }
  return some ? Answer::yes : Answer::unknown;
}

std::string word(Answer answer) {
  return answer == Answer::yes ? "yes" : answer == Answer::no ? "no" : "not told";
}

void judge(CheckContext& c, Answer module, Answer firmware, Answer driver) {
  Finding f{.expected = "on", .who = Who::builder};
  f.evidence = {"modules have correction bits: " + word(module),
                "firmware reports correction: " + word(firmware),
                "kernel driver sees correction: " + word(driver)};
  const bool off = driver == Answer::no || (driver == Answer::unknown && firmware == Answer::no);
  if (off && module == Answer::yes) {
    f.observed = "off although the modules have it";
    f.remedy = "switch ECC on in the BIOS; the processor and board must support it";
    return c.fail(c.machine(), f);
  }
  if (module == Answer::no && (firmware == Answer::yes || driver == Answer::yes)) {
    f.observed = "reported on, but a module has no correction bits";
    f.remedy = "use ECC modules in every slot";
    return c.warn(c.machine(), f);
  }
  if (driver == Answer::no && firmware == Answer::yes) {
    f.observed = "reported on by the firmware, but the kernel's driver sees none";
    f.remedy = "look into the BIOS, and compare with what the modules are sold as";
    return c.inconclusive(c.machine(), f);
  }
  const bool on =
      driver == Answer::yes || (driver == Answer::unknown && firmware == Answer::yes);
  if (on && !c.now.memory.edac && !c.is_virtual()) {
    f.observed = "on, but no driver reports its errors";
    f.expected = "on and reported";
    f.remedy = "load the EDAC driver of the platform (amd64_edac, skx_edac, i10nm_edac, ...)";
    f.who = Who::admin;
    return c.warn(c.machine(), f);
  }
  if (on) return c.pass(c.machine(), {.observed = "on", .evidence = f.evidence});
  c.skip(module == Answer::no || firmware == Answer::no ? SkipKind::not_applicable
                                                        : SkipKind::not_observable,
         c.machine(),
         {.observed = module == Answer::yes ? "firmware and driver do not tell"
                                            : "the memory has no error correction",
          .evidence = f.evidence});
}

void ecc(CheckContext& c) {
  const auto module = modules_can(c.now), firmware = firmware_says(c.now),
             driver = driver_sees(c.now);
  if (module == Answer::unknown && firmware == Answer::unknown && driver == Answer::unknown) {
    if (c.now.smbios.is_unreadable()) {
      c.readable(c.now.smbios, c.machine());
      return;
    }
    return c.skip(SkipKind::not_observable, c.machine(),
                  {.observed = "neither firmware nor driver tells of error correction"});
  }
  const bool on = driver == Answer::yes || (driver == Answer::unknown && firmware == Answer::yes);
  if (c.setting() && c.judge_setting(c.machine(), on ? "on" : "off", {.who = Who::builder})) return;
  judge(c, module, firmware, driver);
}

const Register<Check> registered{
    {.name = "memory/ecc",
     .about = "Memory error correction (ECC)",
     .why = "Without it a flipped bit changes results and nobody is told.",
     .run = ecc}};

}  // namespace
}  // namespace gpuproof
