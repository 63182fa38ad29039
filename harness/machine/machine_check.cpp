// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Machine checks that the processors reported since boot.
#include <initializer_list>

#include "harness/base/text.h"
#include "harness/machine/reader.h"

namespace gpuproof {
namespace {

using Natural = Fact<std::uint64_t>;

std::uint64_t sum_of_columns(std::string_view columns) {
  std::uint64_t sum = 0;
  for (const auto word : words(columns)) {
    const auto value = to_uint(word);
    if (!value) break;  // the description follows the counts
    sum += *value;
  }
  return sum;
}

// The "MCP" line counts looks at the registers, not errors: it grows on every machine.
Natural interrupts(const std::string& text, std::initializer_list<std::string_view> names) {
  Natural sum;
  for (const auto line : lines(text)) {
    const auto colon = line.find(':');
    if (colon == line.npos) continue;
    for (const auto name : names)
      if (trim(line.substr(0, colon)) == name)
        sum = sum.value_or(0) + sum_of_columns(line.substr(colon + 1));
  }
  return sum;
}

void read_machine_checks(const Host& host, Snapshot& snapshot) {
  auto& memory = snapshot.memory;
  const auto text = host.read("/proc/interrupts");
  const auto sum = [&](std::initializer_list<std::string_view> names) {
    return fact_from<std::uint64_t>(text, [&](auto& t) { return interrupts(t, names); });
  };
  memory.machine_checks = sum({"MCE"});
  memory.machine_checks_corrected = sum({"THR", "DFR"});
  // With mce=off and in many guests the lines stand there and stay zero whatever happens.
  if (memory.machine_checks && !host.exists("/sys/devices/system/machinecheck")) {
    const auto off = Natural::unreadable(
        "machine checks are not reported here: no /sys/devices/system/machinecheck "
        "(a guest, or mce=off on the kernel command line)");
    memory.machine_checks = memory.machine_checks_corrected = off;
  }
}

const Register<Reader> registered{{.name = "machine_check", .read = read_machine_checks}};

}  // namespace
}  // namespace gpuproof
