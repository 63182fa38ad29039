// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// Which machine this is, when it was read, and by what version.
#include "harness/base/hash.h"
#include "harness/base/text.h"
#include "harness/facts/scrub.h"
#include "harness/machine/reader.h"

namespace gpuproof {
namespace {

// systemd asks programs not to show the raw id: it names a machine on every network.
Fact<std::string> hashed_machine_id(const Host& host) {
  return fact_from<std::string>(host.read_line("/etc/machine-id"), [](const std::string& id) {
    const bool unset = id.empty() || id == "uninitialized";
    if (unset) return std::optional<std::string>();
    return std::optional(is_redacted(id) ? id : sha256_hex(id));
  });
}

Fact<std::string> hostname(const Host& host) {
  const auto name = host.read_line("/proc/sys/kernel/hostname");
  return name ? name : host.read_line("/etc/hostname");
}

void read_header(const Host& host, Snapshot& snapshot) {
  auto& header = snapshot.header;
  const auto& clock = host.clock();
  header.tool_version = GPUPROOF_VERSION;
  header.wall_us = clock.wall() / 1000;
  header.boottime_us = clock.boottime() / 1000;
  header.taken_at = utc_text(clock.wall());
  header.hostname = hostname(host);
  header.machine_id = hashed_machine_id(host);
  header.boot_id = host.read_line("/proc/sys/kernel/random/boot_id");
  header.simulated = host.is_simulated();
  header.redacted = host.is_redacted();
}

const Register<Reader> registered{{.name = "header", .read = read_header}};

}  // namespace
}  // namespace gpuproof
