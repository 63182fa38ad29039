# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""NVMe drives of a machine and the file systems on the first."""
import struct

import pci_space
from machine import address_of, folder_of
from pci_devices import add_device, add_port


def nvme_identify(index):
    data = bytearray(4096)
    struct.pack_into("<HH", data, 0, 0x144D, 0x144D)
    for at, size, text in ((4, 20, f"S6B0NX0W10000{index}"), (24, 40, "Samsung SSD 990 PRO 2TB"),
                           (64, 8, "4B2QJXD7")):
        data[at:at + size] = text.encode().ljust(size)
    struct.pack_into("<HH", data, 266, 273 + 82, 273 + 85)  # warning, critical; kelvin
    return bytes(data)


def nvme_smart():
    data = bytearray(512)
    struct.pack_into("<BHBBB", data, 0, 0, 273 + 38, 100, 10, 1)
    for at, value in ((112, 41), (128, 1200), (144, 3), (160, 0), (176, 0)):
        data[at:at + 8] = struct.pack("<Q", value)
    struct.pack_into("<HH", data, 200, 273 + 38, 273 + 45)
    return bytes(data)


def add_nvme(tree, m, index, place):
    link = pci_space.link_files("16.0", 4, "16.0", 4)
    add_port(tree, m, place, link)
    device = folder_of(place)
    add_device(tree, m, device, (0x144D, 0xA80C, 0x144D, 0xA801), 0x010802, link, "nvme",
               pci_space.config_space(0x144D, 0xA80C, 0x010802, pci_space.ENDPOINT))
    name = f"nvme{index}"
    controller = f"{device}/nvme/{name}"
    tree.files(controller, {"model": "Samsung SSD 990 PRO 2TB", "serial": f"S6B0NX0W10000{index}",
                            "firmware_rev": "4B2QJXD7", "transport": "pcie", "state": "live",
                            "address": address_of(place), "numa_node": str(m.node_of(place))})
    tree.link(f"{controller}/device", device)
    tree.link(f"/sys/class/nvme/{name}", controller)
    disk = f"{controller}/{name}n1"
    tree.files(disk, {"size": "3907029168", "removable": "0", "ro": "0", "hidden": "0",
                      "dev": f"259:{index * 8}", "wwid": f"eui.000000000000000{index}",
                      "queue/rotational": "0", "queue/scheduler": "[none] mq-deadline",
                      "queue/logical_block_size": "512", "queue/io_poll": "0",
                      "queue/write_cache": "write back"})
    tree.link(f"{disk}/device", controller)
    for folder in ("/sys/block", "/sys/class/block"):
        tree.link(f"{folder}/{name}n1", disk)
    tree.link(f"/sys/dev/block/259:{index * 8}", disk)
    tree.answer(f"ioctl/dev/{name}/nvme-identify.bin", nvme_identify(index))
    tree.answer(f"ioctl/dev/{name}/nvme-smart.bin", nvme_smart())
    tree.file(f"/dev/{name}")


def add_partitions(tree, m):
    disk = f"{folder_of(m.nvmes[0])}/nvme/nvme0/nvme0n1"
    for number, sectors in ((1, 1048576), (2, 3905976320)):
        name = f"nvme0n1p{number}"
        tree.files(f"{disk}/{name}", {"partition": str(number), "size": str(sectors), "ro": "0",
                                      "dev": f"259:{number}"})
        tree.link(f"/sys/class/block/{name}", f"{disk}/{name}")
        tree.link(f"/sys/dev/block/259:{number}", f"{disk}/{name}")
    tree.file("/proc/self/mountinfo",
              "24 1 259:2 / / rw,relatime shared:1 - ext4 /dev/nvme0n1p2 rw\n"
              "25 24 259:1 / /boot/efi rw,relatime shared:2 - vfat /dev/nvme0n1p1 rw\n"
              "26 24 0:25 / /dev/shm rw,nosuid,nodev shared:3 - tmpfs tmpfs rw")
    tree.file("/proc/mounts", "/dev/nvme0n1p2 / ext4 rw,relatime 0 0\n"
                              "/dev/nvme0n1p1 /boot/efi vfat rw,relatime 0 0\n"
                              "tmpfs /dev/shm tmpfs rw,nosuid,nodev 0 0")
