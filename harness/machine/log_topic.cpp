// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/log_topic.h"

#include <algorithm>
#include <initializer_list>

#include "harness/base/text.h"
#include "harness/facts/log_events.h"

namespace gpuproof {
namespace {

bool has_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](auto part) { return contains(text, part); });
}

// "ata1:", "ata1.00:", "nvme0", "md127": the name of a driver with its number.
bool starts_with_numbered(std::string_view text, std::string_view name) {
  return starts_with(text, name) && text.size() > name.size() && text[name.size()] >= '0' &&
         text[name.size()] <= '9';
}

// "BAR 14: no space for [mem size ...]", "can't claim BAR 6"; every boot also lists those that fit.
bool tells_of_bar_trouble(std::string_view text) {
  return contains(text, "BAR") && has_any(text, {"no space", "fail", "can't", "cannot", "invalid",
                                                 "error", "conflict", "too small", "is 0M"});
}

bool about_modules(std::string_view text) {
  return has_any(text, {"module verification failed", "Key was rejected", "modprobe",
                        "Lockdown:", "disagrees about version of symbol",
                        "Loading of unsigned module", "Loading of module with unavailable key"});
}

bool about_pcie_errors(std::string_view text) {
  return has_any(text, {"AER:", "PCIe Bus Error", "available PCIe bandwidth"}) || parse_aer(text);
}

bool about_gpus(std::string_view text) {
  return has_any(text, {"NVRM", "nvidia", "nouveau", "Xid", "NVLink", "nvlink", "nvswitch"});
}

bool about_pcie(std::string_view text) {
  return has_any(text, {"pcieport", "pciehp", "DPC:"}) || tells_of_bar_trouble(text);
}

bool about_memory(std::string_view text) {
  return has_any(text, {"EDAC", "mce:", "[Hardware Error]", "Machine check", "Out of memory",
                        "oom-kill", "oom_reaper", "Memory failure"});
}

bool about_storage(std::string_view text) {
  return has_any(text,
                 {"nvme", "I/O error", "EXT4-fs error", "EXT4-fs warning", "BTRFS error", "md/raid",
                  "blk_update_request", "medium error", "Remounting filesystem"}) ||
         starts_with_numbered(text, "ata") || starts_with_numbered(text, "md") ||
         starts_with(text, "md: ") || starts_with(text, "sd ") || starts_with(text, "XFS (");
}

}  // namespace

LogTopic topic_of(std::string_view text) {
  // The command line may name any module, and says nothing about what happened.
  if (has_any(text, {"Command line:", "command line"})) return LogTopic::other;
  if (about_modules(text)) return LogTopic::module;
  if (about_pcie_errors(text)) return LogTopic::pcie;  // of drives and GPUs too
  if (about_gpus(text)) return LogTopic::gpu;
  if (about_pcie(text)) return LogTopic::pcie;
  if (about_memory(text)) return LogTopic::memory;
  if (about_storage(text)) return LogTopic::storage;
  return LogTopic::other;
}

}  // namespace gpuproof
