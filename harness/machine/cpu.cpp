// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Processor: identity, clock policy, idle states, load. The topology is cpu_topology.cpp.
#include <utility>

#include "harness/machine/keyed_lines.h"
#include "harness/machine/reader.h"

namespace gpuproof {
namespace {

const std::string cpu_folder = "/sys/devices/system/cpu/";

Fact<std::string> text_in(const Fact<std::string>& cpuinfo, std::string_view name) {
  return fact_from<std::string>(cpuinfo, [&](const std::string& text) {
    const auto value = value_of(text, name);
    return value ? std::optional(clean_text(*value)) : std::nullopt;
  });
}

Fact<int> number_in(const Fact<std::string>& cpuinfo, std::string_view name) {
  return fact_from<int>(text_in(cpuinfo, name), [](const std::string& text) -> Fact<int> {
    const auto value = to_int(text);
    if (value && std::in_range<int>(*value)) return static_cast<int>(*value);
    return Fact<int>::unreadable("/proc/cpuinfo: \"" + text + "\" is not a number");
  });
}

std::optional<std::string> architecture_of(const std::string& cpuinfo) {
  if (value_of(cpuinfo, "vendor_id")) return "x86_64";
  if (value_of(cpuinfo, "CPU implementer")) return "aarch64";
  return std::nullopt;
}

void read_identity(const Host& host, CpuFacts& cpu) {
  const auto cpuinfo = host.read("/proc/cpuinfo");
  cpu.vendor = text_in(cpuinfo, "vendor_id");
  cpu.model_name = text_in(cpuinfo, "model name");
  cpu.microcode = text_in(cpuinfo, "microcode");
  cpu.architecture = fact_from<std::string>(cpuinfo, architecture_of);
  cpu.family = number_in(cpuinfo, "cpu family");
  cpu.model = number_in(cpuinfo, "model");
  cpu.stepping = number_in(cpuinfo, "stepping");
  auto flags = text_in(cpuinfo, "flags");
  if (flags.is_absent()) flags = text_in(cpuinfo, "Features");  // the name on arm64
  cpu.flags = fact_from<std::vector<std::string>>(flags, [](const std::string& text) {
    const auto parts = words(text);
    return std::vector<std::string>(parts.begin(), parts.end());
  });
}

std::string first_online_cpu(const Host& host) {
  const auto online = host.read_line(cpu_folder + "online");
  const auto ids = online ? to_int_list(*online) : std::nullopt;
  return cpu_folder + "cpu" + std::to_string(ids && !ids->empty() ? ids->front() : 0) + "/";
}

Fact<std::vector<IdleState>> idle_states(const Host& host, const std::string& folder) {
  const auto names = host.list(folder);
  return fact_from<std::vector<IdleState>>(names, [&](const std::vector<std::string>& entries) {
    std::vector<IdleState> states;
    for (const auto& entry : entries) {
      const auto name = host.read_line(folder + "/" + entry + "/name");
      if (!starts_with(entry, "state") || !name) continue;
      const auto as_natural = [](std::int64_t n) { return static_cast<std::uint64_t>(n); };
      states.push_back(
          {*name,
           fact_from<std::uint64_t>(host.read_int(folder + "/" + entry + "/latency"), as_natural),
           fact_from<bool>(host.read_int(folder + "/" + entry + "/disable"),
                           [](std::int64_t n) { return n != 0; })});
    }
    return states;
  });
}

// intel_pstate has its own switch with the opposite sense.
Fact<bool> boost_allowed(const Host& host) {
  const auto no_turbo = host.read_int(cpu_folder + "intel_pstate/no_turbo");
  if (!no_turbo.is_absent())
    return fact_from<bool>(no_turbo, [](std::int64_t n) { return n == 0; });
  return fact_from<bool>(host.read_int(cpu_folder + "cpufreq/boost"),
                         [](std::int64_t n) { return n != 0; });
}

std::optional<std::string> mitigations_in(const std::string& command_line) {
  std::optional<std::string> found;  // the last one on the line wins, as in the kernel
  for (const auto word : words(command_line))
    if (starts_with(word, "mitigations=")) found = word.substr(word.find('=') + 1);
  return found;
}

Fact<std::uint64_t> steal_in(const std::string& stat) {
  constexpr std::size_t steal_column = 8;  // cpu user nice system idle iowait irq softirq steal
  for (const auto line : lines(stat)) {
    const auto parts = words(line);
    if (parts.size() <= steal_column || parts[0] != "cpu") continue;
    return to_uint(parts[steal_column]);
  }
  return {};
}

void read_cpu(const Host& host, Snapshot& snapshot) {
  auto& cpu = snapshot.cpu;
  read_identity(host, cpu);
  const auto first = first_online_cpu(host);
  cpu.scaling_driver = host.read_line(first + "cpufreq/scaling_driver");
  cpu.smt = host.read_line(cpu_folder + "smt/control");
  cpu.idle_driver = host.read_line(cpu_folder + "cpuidle/current_driver");
  cpu.idle_states = idle_states(host, first + "cpuidle");
  cpu.mitigations = fact_from<std::string>(host.read_line("/proc/cmdline"), mitigations_in);
  cpu.load_1min = fact_from<double>(host.read_line("/proc/loadavg"), first_number);
  cpu.steal_ticks = fact_from<std::uint64_t>(host.read("/proc/stat"), steal_in);
  cpu.boost = boost_allowed(host);
}

const Register<Reader> registered{{.name = "cpu", .read = read_cpu}};

}  // namespace
}  // namespace gpuproof
