// SPDX-FileCopyrightText: the gpuproof authors
// SPDX-License-Identifier: Apache-2.0
// The firmware's tables; where the kernel has none, the names that it keeps in /sys/class/dmi.
#include "harness/base/text.h"
#include "harness/machine/reader.h"
#include "harness/machine/smbios_parse.h"

namespace gpuproof {
namespace {

const std::string tables_folder = "/sys/firmware/dmi/tables/";

// One of the id files; a missing or closed one leaves its text empty.
std::string id_text(const Host& host, const char* name) {
  return clean_text(host.read_line(std::string("/sys/class/dmi/id/") + name).value_or(""));
}

SmbiosFacts names_of_kernel(const Host& host) {
  if (!host.exists("/sys/class/dmi/id")) return {};
  SmbiosTables tables;
  tables.bios = BiosInfo{id_text(host, "bios_vendor"), id_text(host, "bios_version"),
                         id_text(host, "bios_date")};
  tables.system = Unit{id_text(host, "sys_vendor"), id_text(host, "product_name"),
                       id_text(host, "product_version"), id_text(host, "product_serial"),
                       lower(id_text(host, "product_uuid"))};
  tables.board = Unit{id_text(host, "board_vendor"), id_text(host, "board_name"),
                      id_text(host, "board_version"), id_text(host, "board_serial"), ""};
  tables.problems.push_back(
      "no SMBIOS tables: only the names of /sys/class/dmi/id are known, not slots, memory modules "
      "and supplies");
  return tables;
}

void read_smbios(const Host& host, Snapshot& snapshot) {
  const auto entry = host.read(tables_folder + "smbios_entry_point");
  const auto table = host.read(tables_folder + "DMI");
  if (table.is_unreadable())
    snapshot.smbios = SmbiosFacts::unreadable(table.why());
  else if (!table)
    snapshot.smbios = names_of_kernel(host);
  else
    snapshot.smbios = parse_smbios(entry.value_or(""), *table);
}

const Register<Reader> registered{{.name = "smbios", .read = read_smbios}};

}  // namespace
}  // namespace gpuproof
