// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Whether every expected GPU is there: on the bus, answering, and opened by the driver.
#include <fmt/core.h>

#include <algorithm>

#include "harness/base/text.h"
#include "harness/checks/gpu/driver_state.h"
#include "harness/checks/gpu/loss.h"
#include "harness/checks/gpu/under_test.h"

namespace gpuproof {
namespace {

std::optional<int> expected_number(const CheckContext& c) {
  if (c.input.expected_gpus) return c.input.expected_gpus;
  return c.input.profile ? c.input.profile->gpu_count : std::nullopt;
}

// NVML's word for a device it cannot open, or that NVML leaves out a device its driver holds.
std::string open_error(const CheckContext& c, const GpuView& gpu) {
  if (gpu.facts) return gpu.facts->open_error.value_or("");
  const bool nvml_works =
      c.now.gpu.devices && c.now.gpu.nvml_result.value_or("NVML_SUCCESS") == "NVML_SUCCESS";
  const bool held = gpu.device && (!gpu.device->driver || *gpu.device->driver == "nvidia");
  return nvml_works && held ? "NVML does not list it" : "";
}

// Inside a container these say that the device is kept away, not that it is broken.
bool kept_away(const CheckContext& c, const std::string& error) {
  return c.now.platform.container &&
         (contains(error, "UNKNOWN") || contains(error, "NO_PERMISSION"));
}

struct Count {
  int present = 0, answering = 0;
  std::vector<std::string> extra, notes;
};

Count count(const CheckContext& c, const std::vector<LostGpu>& lost) {
  Count count;
  int sliced = 0, slices = 0;
  for (const auto& gpu : gpus_of(c, c.now)) {
    if (!gpu.counted) {
      count.extra.push_back("extra, not judged: " + gpu.subject.text());
      continue;
    }
    ++count.present;
    if (!find_loss(lost, gpu.address) && open_error(c, gpu).empty()) ++count.answering;
    if (gpu.facts && gpu.facts->mig_instances.value_or(0) > 0)
      ++sliced, slices += *gpu.facts->mig_instances;
  }
  if (sliced > 0)
    count.notes.push_back(
        fmt::format("{} physical GPUs with {} MIG slices on {} of them; indices "
                    "of programs may mean slices",
                    count.present, slices, sliced));
  return count;
}

std::vector<std::string> evidence(const Count& count) {
  auto lines = count.extra;
  lines.insert(lines.end(), count.notes.begin(), count.notes.end());
  return lines;
}

void report_lost(CheckContext& c, const std::vector<LostGpu>& lost) {
  for (const auto& loss : lost)
    c.fail(loss.subject,
           {.observed = "lost: " + loss.how,
            .expected = "a GPU that answers",
            .finding = fmt::format("{} is missing: {}; check seating, power cables and cooling, "
                                   "then swap slots to tell card from board.",
                                   loss.subject.text(), loss.how),
            .cause = loss.cause,
            .remedy = "check seating, power cables and cooling; swap slots to tell card from board",
            .who = Who::builder,
            .evidence = loss.evidence,
            .labels = gpu_labels(c, loss.address)});
}

void report_unopened(CheckContext& c, const GpuView& gpu) {
  const auto error = open_error(c, gpu);
  Finding f{.observed = "the driver cannot open it: " + error,
            .expected = "a GPU that opens",
            .labels = gpu.labels};
  if (kept_away(c, error)) {
    f.cause =
        "inside this container only: the host may read the same GPU, so the card is not to "
        "blame yet";
    f.remedy = "run gpuproof on the host and compare; restart the container with its devices";
    f.who = Who::admin;
    return c.error(gpu.subject, std::move(f));
  }
  f.cause = "the GPU is enumerated but not usable";
  f.remedy = "reset it (nvidia-smi -r), then reboot; if it stays, swap slots, then replace it";
  f.who = Who::builder;
  c.fail(gpu.subject, std::move(f));
}

// True where the number itself is wrong and was reported.
bool number_is_wrong(CheckContext& c, const Count& count, const std::vector<LostGpu>& lost) {
  const auto expected = expected_number(c);
  if (!expected) return false;
  Finding f{.observed = fmt::format("{} of {} GPUs on the PCI bus", count.present, *expected),
            .expected = fmt::format("{} GPUs", *expected),
            .who = Who::builder,
            .evidence = evidence(count)};
  // A GPU that left in front of our eyes already has its own finding.
  const auto gone = std::count_if(lost.begin(), lost.end(),
                                  [&](const auto& loss) { return !c.now.pci.find(loss.address); });
  if (count.present + gone < *expected) {
    const auto on_bus = nvidia_gpus(c.now).size();
    if (c.now.platform.container && on_bus >= static_cast<std::size_t>(*expected)) {
      f.observed = fmt::format("{} of {} GPUs; the host has {}", count.present, *expected, on_bus);
      f.cause = "the container was given fewer GPUs than expected";
      f.remedy = "start the container with all GPUs (--gpus all), or correct the expected number";
      f.who = Who::user;
      c.error(c.machine(), std::move(f));
      return true;
    }
    f.remedy =
        "check seating, risers, power cables, bifurcation and 'Above 4G decoding' in the "
        "BIOS; read kernel_log/bus";
    c.fail(c.machine(), std::move(f));
    return true;
  }
  if (count.present > *expected) {
    f.remedy = "correct the expected number, or name the GPUs to test with --gpus";
    f.who = Who::user;
    c.warn(c.machine(), std::move(f));
    return true;
  }
  return false;
}

// True where the driver cannot say which GPUs work.
bool driver_is_silent(CheckContext& c, const Count& count) {
  const auto fault = count.present > 0 ? driver_fault(c.now) : std::nullopt;
  if (!fault) return false;
  Finding f{.observed = fmt::format("{} on the PCI bus; whether they work is not known: {}",
                                    count.present, fault->observed),
            .cause = fault->cause,
            .remedy = fault->remedy,
            .who = fault->who,
            .evidence = evidence(count)};
  if (fault->withheld)
    c.error(c.machine(), std::move(f));
  else
    c.skip(SkipKind::not_observable, c.machine(), std::move(f));
  return true;
}

void report_all_there(CheckContext& c, const Count& count) {
  const auto expected = expected_number(c);
  Finding f{.observed = expected ? fmt::format("{} of {} GPUs", count.answering, *expected)
                                 : fmt::format("{} GPUs, expected number unknown", count.answering),
            .expected = expected ? fmt::format("{} GPUs", *expected) : "",
            .evidence = evidence(count)};
  if (!expected)
    f.remedy = fmt::format("say how many there must be: --expect gpus={}", count.answering);
  if (!c.now.gpu.devices && count.present > 0) {
    f.evidence.push_back("counted on the PCI bus; NVML was not asked whether each opens");
    if (c.now.gpu.devices.is_unreadable()) {
      f.observed += "; NVML did not answer: " + c.now.gpu.devices.why();
      return c.skip(SkipKind::not_observable, c.machine(), std::move(f));
    }
  }
  c.pass(c.machine(), std::move(f));
}

bool bus_is_unknown(CheckContext& c) {
  const auto presence = gpu_presence(c);
  if (presence == GpuPresence::unknown) return !has_gpus(c);
  // In WSL the GPU is never on the bus: without NVML nobody can count.
  if (c.now.platform.wsl.is(true) && !c.now.gpu.devices) {
    c.skip(SkipKind::not_observable, c.machine(),
           {.observed = "WSL shows GPUs only through NVML, and NVML did not answer"});
    return true;
  }
  return presence == GpuPresence::none && !expected_number(c) && !has_gpus(c);
}

void inventory(CheckContext& c) {
  if (bus_is_unknown(c)) return;
  const auto lost = lost_gpus(c);
  const auto found = count(c, lost);
  report_lost(c, lost);
  bool reported = !lost.empty();
  // Whatever the number: each GPU that is there must work.
  const bool wrong_number = number_is_wrong(c, found, lost);
  if (wrong_number ? driver_fault(c.now).has_value() : driver_is_silent(c, found)) return;
  for (const auto& gpu : gpus_under_test(c))
    if (!open_error(c, gpu).empty() && !find_loss(lost, gpu.address)) {
      report_unopened(c, gpu);
      reported = true;
    }
  if (!reported && !wrong_number) report_all_there(c, found);
}

const Register<Check> registered{{.name = "gpu/inventory",
                                  .about = "Number of GPUs",
                                  .why = "A GPU that is lost vanishes from every list: the rest "
                                         "would pass as if it had never been there.",
                                  .run = inventory}};

}  // namespace
}  // namespace gpuproof
