# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""SMBIOS structures as bytes (DMTF DSP0134)."""
import struct


class Record:
    """One structure: numbers at offsets of the formatted area, strings named by index."""

    def __init__(self, kind, handle, length):
        self.area = bytearray(length)
        self.strings = []
        struct.pack_into("<BBH", self.area, 0, kind, length, handle)

    def put(self, offset, form, value):
        struct.pack_into("<" + form, self.area, offset, value)
        return self

    def text(self, offset, value):
        self.strings.append(value)
        return self.put(offset, "B", len(self.strings))

    def encode(self):
        strings = b"".join(s.encode() + b"\0" for s in self.strings)
        return bytes(self.area) + (strings + b"\0" if strings else b"\0\0")


def table(records):
    return b"".join(r.encode() for r in records) + Record(127, 0xFEFF, 4).encode()


def entry_point(table_bytes, major=3, minor=5):
    entry = bytearray(0x18)
    entry[0:5] = b"_SM3_"
    entry[6:11] = bytes([0x18, major, minor, 0, 1])
    struct.pack_into("<IQ", entry, 0x0C, len(table_bytes), 0x7A000000)
    entry[5] = -sum(entry) & 0xFF
    return bytes(entry)


def bios(vendor, version, date):
    return Record(0, 0, 0x1A).text(4, vendor).text(5, version).text(8, date)


def system(maker, product, serial, uuid):
    record = Record(1, 1, 0x1B).text(4, maker).text(5, product).text(6, "1.0").text(7, serial)
    record.area[8:24] = uuid.bytes_le
    return record


def board(maker, product, serial):
    record = Record(2, 2, 0x0F).text(4, maker).text(5, product).text(6, "1.02").text(7, serial)
    return record.put(0x0D, "B", 0x0A)


def chassis(maker, serial, kind=0x07):
    return Record(3, 3, 0x16).text(4, maker).text(7, serial).put(5, "B", kind)


def processor(socket, maker, version, max_mhz, mhz, cores, threads, handle=4):
    record = Record(4, handle, 0x30).text(4, socket).text(7, maker).text(0x10, version)
    record.put(5, "B", 3).put(0x14, "H", max_mhz).put(0x16, "H", mhz).put(0x18, "B", 0x41)
    return record.put(0x23, "B", cores).put(0x24, "B", cores).put(0x25, "B", threads)


def slot(handle, label, kind, width, bus=None):
    """kind: 0xbd is Gen4 x16; width: 0x0d is x16, 0x0a x4. Without a bus the slot is free."""
    record = Record(9, handle, 0x13).text(4, label).put(5, "B", kind).put(6, "B", width)
    record.put(7, "B", 3 if bus is None else 4)
    if bus is None:
        return record.put(0x0D, "H", 0xFFFF).put(0x0F, "B", 0xFF).put(0x10, "B", 0xFF)
    return record.put(0x0F, "B", bus)


def memory_array(handle, slots, max_bytes):
    record = Record(16, handle, 0x17).put(4, "B", 3).put(5, "B", 3).put(6, "B", 6)
    return record.put(7, "I", 0x80000000).put(0x0D, "H", slots).put(0x0F, "Q", max_bytes)


def dimm(handle, array, locator, bank, mib, rated, configured, maker, serial, part):
    record = Record(17, handle, 0x5C).text(0x10, locator).text(0x11, bank)
    record.put(4, "H", array).put(8, "H", 80 if mib else 0xFFFF).put(0x0E, "B", 0x09)
    record.put(0x0A, "H", 64 if mib else 0xFFFF).put(0x12, "B", 0x22 if mib else 0x02)
    record.put(0x0C, "H", 0x7FFF if mib >= 0x7FFF else mib).put(0x1C, "I", mib)
    if mib:
        record.put(0x15, "H", rated).put(0x20, "H", configured).put(0x1B, "B", 2)
        record.text(0x17, maker).text(0x18, serial).text(0x1A, part)
    return record


def supply(handle, location, maker, serial, model, watts):
    record = Record(39, handle, 0x16).text(5, location).text(7, maker).text(8, serial)
    return record.text(0x0A, model).put(0x0C, "H", watts).put(0x0E, "H", 0x0002)
