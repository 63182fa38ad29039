// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
#include "harness/machine/mount_info.h"

#include <algorithm>
#include <optional>

#include "harness/base/text.h"

namespace gpuproof {
namespace {

// "rw,relatime" and "rw,discard" -> "rw,relatime,discard"
std::string joined_options(std::string_view of_mount, std::string_view of_file_system) {
  std::string options(of_mount);
  const auto present = split(of_mount, ',');
  for (const auto option : split(of_file_system, ','))
    if (!option.empty() && std::find(present.begin(), present.end(), option) == present.end())
      options += "," + std::string(option);
  return options;
}

// 36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue
std::optional<MountPoint> parse_line(std::string_view line) {
  const auto parts = split(line, ' ');
  const auto dash = std::find(parts.begin(), parts.end(), "-");
  if (dash - parts.begin() < 6 || parts.end() - dash < 3) return std::nullopt;
  const auto super = parts.end() - dash > 3 ? dash[3] : std::string_view();
  return MountPoint{.device = std::string(parts[2]),
                    .mount = unescape_mount(parts[4]),
                    .type = std::string(dash[1]),
                    .source = unescape_mount(dash[2]),
                    .options = joined_options(parts[5], super)};
}

}  // namespace

std::string unescape_mount(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const auto octal = text[0] == '\\' ? text.substr(1, 3) : std::string_view();
    const auto byte = trim(octal).size() == 3 ? to_uint(octal, 8) : std::nullopt;
    const bool escaped = byte && *byte < 256;
    plain += escaped ? static_cast<char>(*byte) : text[0];
    text.remove_prefix(escaped ? 4 : 1);
  }
  return plain;
}

std::vector<MountPoint> parse_mountinfo(std::string_view text) {
  std::vector<MountPoint> mounts;
  for (const auto line : lines(text)) {
    auto mount = parse_line(line);
    if (!mount) continue;
    std::erase_if(mounts, [&](const auto& below) { return below.mount == mount->mount; });
    mounts.push_back(std::move(*mount));
  }
  return mounts;
}

}  // namespace gpuproof
