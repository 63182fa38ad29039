// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/telemetry/cpu_load.h"

#include <algorithm>

#include "harness/base/error.h"
#include "harness/base/text.h"

namespace gpuproof {
namespace {

const std::string cpu_root = "/sys/devices/system/cpu";

// Some drivers ask the very CPU for its clock: a few, spread over all, tell enough.
constexpr std::size_t clocks_read = 8;

std::vector<std::string> clock_files(const Host& host) {
  std::vector<std::string> files;
  for (const auto& name : host.list(cpu_root).value_or({})) {
    const auto file = cpu_root + "/" + name + "/cpufreq/scaling_cur_freq";
    if (starts_with(name, "cpu") && to_uint(std::string_view(name).substr(3)) && host.exists(file))
      files.push_back(file);
  }
  std::vector<std::string> chosen;
  const auto stride = std::max<std::size_t>(1, (files.size() + clocks_read - 1) / clocks_read);
  for (std::size_t i = 0; i < files.size(); i += stride) chosen.push_back(files[i]);
  return chosen;
}

std::string must_read(const Host& host, const std::string& file) {
  const auto text = host.read(file);
  if (!text) throw NotObservable(file + ": " + (text.is_unreadable() ? text.why() : "is gone"));
  return *text;
}

double field(const std::string& text, std::size_t index, const std::string& file) {
  const auto parts = words(text);
  std::optional<double> value;
  if (index < parts.size()) value = to_double(parts[index]);
  if (!value) throw NotObservable(file + " is not in the form that the kernel gives it");
  return *value;
}

}  // namespace

ReadSource open_cpu_clock(const Host& host) {
  const auto files = clock_files(host);
  if (files.empty()) return {};
  return [&host, files](Readings& readings) {
    double sum = 0, lowest = 0;
    for (const auto& file : files) {
      const double mhz = field(must_read(host, file), 0, file) / 1000;
      sum += mhz;
      lowest = file == files.front() ? mhz : std::min(lowest, mhz);
    }
    readings.values["cpu/clock_mhz"] = sum / static_cast<double>(files.size());
    readings.values["cpu/clock_min_mhz"] = lowest;
  };
}

ReadSource open_cpu_load(const Host& host) {
  return [&host](Readings& readings) {
    readings.values["host/load_1min"] = field(must_read(host, "/proc/loadavg"), 0, "/proc/loadavg");
    // "cpu user nice system idle iowait irq softirq steal ...", in ticks
    readings.values["host/steal_ticks"] = field(must_read(host, "/proc/stat"), 8, "/proc/stat");
  };
}

namespace {

const Host& machine() {
  static const auto host = live_host();
  return *host;
}

const Register<TelemetrySource> clock{{.name = "cpu_clock",
                                       .about = "clock of a few CPUs",
                                       .open = [] { return open_cpu_clock(machine()); }}};
const Register<TelemetrySource> load{{.name = "cpu_load",
                                      .about = "load and stolen time",
                                      .open = [] { return open_cpu_load(machine()); }}};

}  // namespace
}  // namespace gpuproof
