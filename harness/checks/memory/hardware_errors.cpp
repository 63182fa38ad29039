// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/checks/memory/hardware_errors.h"

#include <optional>
#include <set>
#include <string_view>

#include "harness/base/text.h"

namespace gpuproof {
namespace {

// Status of "Machine Check: 0 Bank 5: bea0000000000108": bit 61 says that it was not corrected.
bool is_uncorrected_status(std::string_view text) {
  const auto bank = text.find(" Bank ");
  if (bank == std::string_view::npos) return false;
  const auto colon = text.find(": ", bank);
  if (colon == std::string_view::npos) return false;
  const auto parts = words(text.substr(colon + 2));
  const auto status = parts.empty() ? std::nullopt : to_uint(parts[0], 16);
  return status && (*status >> 61 & 1);
}

bool is_fatal(std::string_view text) {
  if (contains(text, "Machine Check Exception") || contains(text, "Memory failure:")) return true;
  if (!contains(text, "[Hardware Error]")) return false;
  const auto small = lower(text);
  return contains(small, "uncorrected") || contains(small, "severity: fatal") ||
         contains(small, "severity: recoverable") || contains(small, "fatal error") ||
         is_uncorrected_status(text);
}

// "{3}[Hardware Error]: ...": the records of one error bear one number.
std::string record_of(std::string_view text) {
  const auto end = text.find("}[Hardware Error]");
  const auto begin = text.substr(0, end).rfind('{');
  return end == std::string_view::npos || begin == std::string_view::npos
             ? std::string()
             : std::string(text.substr(begin, end - begin));
}

// Errors of PCIe devices arrive as hardware errors too; pcie/aer judges them.
std::set<std::string> pcie_records(const KernelLog& log) {
  std::set<std::string> records;
  for (const auto& line : log.lines)
    if (contains(line.text, "section_type: PCIe")) records.insert(record_of(line.text));
  return records;
}

}  // namespace

HardwareErrors hardware_errors(const KernelLog& log, const RunWindow* window, LogScope wanted) {
  HardwareErrors lines;
  const auto pcie = pcie_records(log);
  for (const auto& line : log.lines) {
    if (line.topic != LogTopic::memory || scope_of(line, window) != wanted) continue;
    if (const auto record = record_of(line.text); !record.empty() && pcie.count(record)) continue;
    if (is_fatal(line.text))
      lines.fatal.push_back(line.text);
    else if (contains(line.text, "[Hardware Error]"))
      lines.corrected.push_back(line.text);
  }
  return lines;
}

}  // namespace gpuproof
