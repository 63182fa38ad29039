# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""The SMBIOS tables of a machine."""
import uuid

import smbios_table
from cpu_and_memory import dimm_label
from machine import CORES, GIB

SLOT_X16 = {"8.0": 0xB6, "16.0": 0xBD, "32.0": 0xC3}  # SMBIOS slot types of Gen3, 4, 5


def slot_records(m):
    gen4_x16, m2, x16, x4 = 0xBD, 0x17, 0x0D, 0x0A
    places = [(card.place, SLOT_X16[card.speed], x16) for card in m.cards]
    places += [(m.nic, gen4_x16, x16)] + [(p, m2, x4) for p in m.nvmes]
    for index, (place, kind, width) in enumerate(places):
        yield smbios_table.slot(0x90 + index, place[3], kind, width, int(place[2], 16))
    for index, label in enumerate(m.free_slots):
        yield smbios_table.slot(0x9F + index, label, gen4_x16, x16)


def smbios_records(m):
    number = int(m.number)
    records = [
        smbios_table.bios("American Megatrends Inc.", "10.07", "06/18/2026"),
        smbios_table.system(m.maker, m.product, f"EX-{m.product.split()[0]}-{m.number}",
                            uuid.UUID(f"6f1a1f66-3f5c-4f0b-9d0e-{number:012d}")),
        smbios_table.board("Example Boards", m.board, f"EB-{number + 333:06d}"),
        smbios_table.chassis(m.maker, f"EC-{number + 666:06d}")]
    for socket in range(m.sockets):
        records.append(smbios_table.processor(
            f"CPU{socket}", "Advanced Micro Devices, Inc.", "AMD EPYC 9174F 16-Core Processor",
            4400, 4100, CORES, 2 * CORES, 4 if socket == 0 else 0x50))
    records += slot_records(m)
    records.append(smbios_table.memory_array(0x10, len(m.dimms), 3072 * GIB))
    for index, (socket, channel) in enumerate(m.dimms):
        records.append(smbios_table.dimm(0x11 + index, 0x10, dimm_label(m, socket, channel),
                                         f"P{socket} CHANNEL {channel}", 32768, 4800, 4800,
                                         "Samsung", f"S{index:07d}", "M321R4GA3BB6-CQK"))
    records.append(smbios_table.supply(0x40, "PSU1", "Example Power", "EP-000001", "EP2000", 2000))
    return records


def add_smbios(tree, m):
    table = smbios_table.table(smbios_records(m))
    tree.file("/sys/firmware/dmi/tables/DMI", table)
    tree.file("/sys/firmware/dmi/tables/smbios_entry_point", smbios_table.entry_point(table))
    tree.files("/sys/class/dmi/id", {"board_name": m.board, "board_vendor": "Example Boards",
                                     "sys_vendor": m.maker, "product_name": m.product,
                                     "bios_version": "10.07",
                                     "bios_vendor": "American Megatrends Inc."})
