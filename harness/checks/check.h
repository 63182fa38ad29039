// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Contract of an environment check: harness/checks/<name>.cpp registers one. Pure over facts.
//
//   void governor(CheckContext& c) {
//     const auto& cpus = c.now.cpu.cpus;
//     if (!c.readable(cpus, c.machine())) return;   // absent or unreadable: reported, done
//     ...
//     c.fail(c.machine(), {.observed = "powersave", .expected = "performance",
//                          .finding = "…one sentence…", .remedy = "cpupower frequency-set -g …",
//                          .who = Who::admin});
//   }
//   const Register<Check> registered{{.name = "cpu/governor", .about = "…", .why = "…",
//                                     .run = governor}};
#pragma once

#include <string>
#include <vector>

#include "harness/base/registry.h"
#include "harness/expect/profile.h"
#include "harness/facts/pci_link.h"
#include "harness/facts/snapshot.h"
#include "harness/record/item.h"
#include "harness/record/key.h"
#include "harness/record/telemetry.h"

namespace gpuproof {

// The time a run took, in microseconds since boot; before it is "this boot", inside it the window.
struct RunWindow {
  std::int64_t from_us = 0, to_us = 0;
  std::vector<std::uint64_t> own_pids;    // processes that we started
  std::vector<std::uint64_t> ended_pids;  // of those, the ones that we ended
};

struct CheckInput {
  const Snapshot& now;
  const Snapshot* before = nullptr;  // doctor --before, or the snapshot before the run
  const Profile* profile = nullptr;
  const RunWindow* window = nullptr;
  std::optional<int> expected_gpus;
  std::vector<std::string> gpus;  // addresses of the GPUs under test; empty: all
};

// What a check says of one subject. Sentences are complete; the finding names part, fault, remedy.
// Without one it is made of the rest: "<about> of <subject>: <observed>, expected …; <remedy>."
struct Finding {
  std::string observed, expected, finding, cause, remedy;
  Who who = Who::nobody;
  std::vector<std::string> evidence;
  Labels labels;
};

struct Check;

class CheckContext {
 public:
  CheckContext(const Check& check, const CheckInput& input);

  const Snapshot& now;
  const CheckInput& input;

  void pass(const Subject&, Finding);
  void warn(const Subject&, Finding);
  void fail(const Subject&, Finding);
  void error(const Subject&, Finding);
  void inconclusive(const Subject&, Finding);
  void skip(SkipKind, const Subject&, Finding);

  // True where the fact has a value. Otherwise reports: unreadable is skip/not_observable with its
  // reason, absent is skip/not_applicable ("this machine has no …", or `absent` when given).
  template <class T>
  bool readable(const Fact<T>& fact, const Subject& subject, const std::string& absent = {},
                const Labels& labels = {}) {
    if (fact) return true;
    report_gap(fact.is_unreadable(), fact.why(), subject, absent, labels);
    return false;
  }

  // The profile's words for this check, and whether `observed` meets them. With no setting in the
  // profile, nullptr.
  // A setting with `superseded_by` has no force: the check judges by what is right today, and its
  // finding tells what the source asked for.
  const Setting* setting() const;
  // Reports pass or fail of `observed` against the profile's setting; false where there is none.
  // Where the finding has an `observed` of its own, that is what people read.
  bool judge_setting(const Subject&, const std::string& observed, Finding);

  // Advice: the profile's setting decides where there is one; else pass where `good`, or warn.
  void advise(const Subject&, bool good, Finding);
  // A figure that nothing is expected of, shown as it is: judge_setting, else skip/no_expectation.
  void show(const Subject&, Finding);

  // The state that a run did not itself disturb: the snapshot before it, else the only one.
  const Snapshot& at_rest() const;
  bool is_virtual() const;  // a guest of a hypervisor, or WSL

  Subject machine() const;
  Subject processor() const;
  Subject subject(const PciDevice&) const;  // GPU, drive, NIC, port with slot label
  Subject subject(const BlockDevice&) const;
  Subject subject(const Dimm&) const;
  Subject subject(const GpuDevice&) const;
  // gpu index in PCI order, as the label "gpu": the order when the run began, so that the loss of
  // one GPU never renames the others. Empty where the address was not there.
  std::string gpu_index(const std::string& pci_address) const;

  std::vector<Item> take() { return std::move(items_); }

 private:
  void add(Outcome, SkipKind, const Subject&, Finding);
  std::string superseded_note() const;
  void report_gap(bool unreadable, const std::string& why, const Subject&,
                  const std::string& absent, const Labels&);

  const Check& check_;
  std::vector<Item> items_;
};

struct Check {
  std::string name;   // family/name
  std::string about;  // what it looks at, as a noun: "Number of processor cores"
  std::string why;    // why it matters
  void (*run)(CheckContext&) = nullptr;
};

// Whether the setting is met by `observed` (numbers compared as numbers).
bool setting_met(const Setting&, const std::string& observed);

// Every registered check on this input, in order of name. A check that throws is `error` of its
// own item. Required and required_by are left to judge.
std::vector<Item> run_checks(const CheckInput&);
std::vector<Item> run_check(const Check&, const CheckInput&);

// What many checks ask of the facts.
std::vector<const PciDevice*> nvidia_gpus(const Snapshot&);  // in PCI order
// Of all NVIDIA GPUs, in PCI order: the index in it is the label gpu.
std::vector<std::string> gpu_addresses(const Snapshot&);
// Ports above the device, nearest first.
std::vector<const PciDevice*> ports_above(const Snapshot&, const PciDevice&);
std::string link_text(const Fact<double>& speed_gts, const Fact<int>& width);  // "Gen4 x16"

}  // namespace gpuproof
