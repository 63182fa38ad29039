// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/run/kernel_counters.h"

#include "harness/base/error.h"
#include "harness/base/files.h"
#include "harness/base/text.h"

namespace gpuproof {
namespace {

std::string read_proc(const std::string& path) {
  try {
    return read_input_file(path, std::size_t{1} << 20);
  } catch (const InputError&) {  // a process that is gone has no files: that is an answer
    return {};
  }
}

}  // namespace

std::optional<std::uint64_t> out_of_memory_kills() {
  const auto counters = read_proc("/proc/vmstat");
  for (const auto line : lines(counters))
    if (starts_with(line, "oom_kill ")) return to_uint(line.substr(9));
  return std::nullopt;
}

std::string process_state(std::int64_t pid) {
  const std::string folder = "/proc/" + std::to_string(pid);
  const auto stat = read_proc(folder + "/stat");
  // The name in parentheses may hold anything; the state follows its last one.
  const auto name_end = stat.rfind(") ");
  if (name_end == std::string::npos || name_end + 2 >= stat.size()) return {};
  std::string state(1, stat[name_end + 2]);
  const auto where = clean_text(trim(read_proc(folder + "/wchan")));
  if (!where.empty() && where != "0") state += " (" + where + ")";
  return state;
}

}  // namespace gpuproof
