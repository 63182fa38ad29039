// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// /proc/stat counts user nice system idle iowait irq softirq steal in ticks; guest time is already
// in user. /proc/self/stat has the ticks of all our threads.
#include "harness/measure/host_noise.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "harness/base/text.h"
#include "harness/measure/kernel_file.h"

namespace gpuproof {
namespace {

namespace fs = std::filesystem;

std::vector<double> numbers(std::string_view text) {
  std::vector<double> all;
  for (const auto word : words(text)) {
    const auto number = to_double(word);
    if (!number) break;
    all.push_back(*number);
  }
  return all;
}

// utime and stime, fields 14 and 15; the name in field 2 may hold blanks and brackets.
std::optional<double> own_ticks(const fs::path& root) {
  const auto text = kernel_file(root / "proc/self/stat").value_or("");
  const auto bracket = text.rfind(')');
  if (bracket == std::string::npos) return std::nullopt;
  const auto fields = words(std::string_view(text).substr(bracket + 1));
  if (fields.size() < 13) return std::nullopt;
  const auto user = to_double(fields[11]), system = to_double(fields[12]);
  return user && system ? std::optional(*user + *system) : std::nullopt;
}

std::optional<double> difference(std::optional<double> before, std::optional<double> after) {
  return before && after && *after >= *before ? std::optional(*after - *before) : std::nullopt;
}

void disturb(BenchRecord& record, std::optional<double> cpus, double limit, const char* sentence) {
  if (cpus && !(*cpus <= limit))
    record.disturbances.push_back(fmt::format(fmt::runtime(sentence), *cpus));
}

}  // namespace

ProcessorTime processor_time(const Clock& clock, const fs::path& root) {
  ProcessorTime time{.own = own_ticks(root), .at = clock.raw()};
  const auto text = kernel_file(root / "proc/stat").value_or("");
  if (!starts_with(text, "cpu ")) return time;
  const auto t = numbers(std::string_view(text).substr(4));
  if (t.size() < 8) return time;
  time.busy = t[0] + t[1] + t[2] + t[5] + t[6];
  time.steal = t[7];
  return time;
}

HostNoise noise_between(const ProcessorTime& before, const ProcessorTime& after) {
  const double ticks = seconds(after.at - before.at) * static_cast<double>(::sysconf(_SC_CLK_TCK));
  HostNoise noise;
  if (!(ticks > 0)) return noise;
  if (const auto stolen = difference(before.steal, after.steal)) noise.stolen = *stolen / ticks;
  const auto busy = difference(before.busy, after.busy), own = difference(before.own, after.own);
  if (busy && own) noise.others = std::max(0.0, *busy - *own) / ticks;
  return noise;
}

void note_noise(BenchRecord& record, const HostNoise& noise, std::size_t threads) {
  const auto cpus = static_cast<double>(threads);
  if (noise.stolen) record.conditions["stolen_cpus"] = fmt::format("{:.3f}", *noise.stolen);
  if (noise.others) record.conditions["cpus_used_by_others"] = fmt::format("{:.3f}", *noise.others);
  disturb(record, noise.stolen, 0.02 * cpus,
          "the hypervisor took {:.2f} CPUs' worth of time during the measurement");
  disturb(record, noise.others, 0.05 * cpus,
          "other processes used {:.2f} CPUs' worth of time during the measurement");
}

}  // namespace gpuproof
