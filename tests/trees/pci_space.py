# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""PCI configuration spaces as bytes, and the sysfs files of a device."""
import struct

EXPRESS = 0x60
ENDPOINT, ROOT_PORT, UPSTREAM_PORT, DOWNSTREAM_PORT = 0, 4, 5, 6


def config_space(vendor, device, class_code, port_type, payload=256, aspm=0, acs=None, rebar=None):
    """rebar: largest size of BAR 1 in bytes; acs: the control register of a port."""
    code = {128: 0, 256: 1, 512: 2}[payload]
    space = bytearray(4096)
    struct.pack_into("<HHHHI", space, 0, vendor, device, 0x0406, 0x0010, class_code << 8 | 0xA1)
    space[0x34] = EXPRESS
    struct.pack_into("<HHIH", space, EXPRESS, 0x0010, 2 | port_type << 4, code, code << 5)
    struct.pack_into("<H", space, EXPRESS + 0x10, aspm)
    extended = []
    if acs is not None:
        extended.append((0x000D, struct.pack("<HH", 0x5F, acs)))
    if rebar:
        top = (rebar >> 20).bit_length() - 1
        sizes = sum(1 << n for n in range(6, top + 1))
        extended.append((0x0015, struct.pack("<II", sizes << 4, top << 8 | 1 << 5 | 1)))
    for index, (kind, body) in enumerate(extended):
        at = 0x100 + 0x40 * index
        following = at + 0x40 if index + 1 < len(extended) else 0
        struct.pack_into("<HH", space, at, kind, 1 | following << 4)
        space[at + 4:at + 4 + len(body)] = body
    return bytes(space)


AER = {
    "aer_dev_correctable": ("RxErr BadTLP BadDLLP Rollover Timeout NonFatalErr CorrIntErr HeaderOF",
                            "TOTAL_ERR_COR"),
    "aer_dev_fatal": ("Undefined DLP SDES TLP FCP CmpltTO CmpltAbrt UnxCmplt RxOF MalfTLP ECRC",
                      "TOTAL_ERR_FATAL"),
    "aer_dev_nonfatal": ("Undefined DLP SDES TLP FCP CmpltTO CmpltAbrt UnxCmplt RxOF MalfTLP ECRC",
                         "TOTAL_ERR_NONFATAL"),
}


def aer_files():
    return {name: "\n".join(f"{counter} 0" for counter in counters.split()) + f"\n{total} 0"
            for name, (counters, total) in AER.items()}


def link_files(speed, width, max_speed, max_width):
    return {"current_link_speed": f"{speed} GT/s PCIe", "current_link_width": str(width),
            "max_link_speed": f"{max_speed} GT/s PCIe", "max_link_width": str(max_width)}


def resource_file(bars):
    """bars: {index: (start, size)} of memory windows."""
    rows = []
    for index in range(13):
        start, size = bars.get(index, (0, 0))
        end, flags = (start + size - 1, 0x14220C) if size else (0, 0)
        rows.append(f"0x{start:016x} 0x{end:016x} 0x{flags:016x}")
    return "\n".join(rows)
