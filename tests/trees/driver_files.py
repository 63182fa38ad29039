# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""The NVIDIA driver of a machine: modules, devices, libraries; and the kernel log."""
from machine import KERNEL, address_of


def module_lines(names):
    return "\n".join(f"{name} 16384 0 - Live 0x0000000000000000" for name in names)


def set_modules(tree, names):
    tree.remove("/sys/module/nvidia", "/sys/module/nouveau")
    tree.file("/proc/modules", module_lines(names))
    for name in names:
        tree.file(f"/sys/module/{name}/initstate", "live")


def add_driver(tree, m):
    set_modules(tree, ["nvidia_uvm", "nvidia_drm", "nvidia_modeset", "nvidia", "mlx5_core", "nvme",
                       "amd64_edac"])
    tree.file("/sys/module/nvidia/version", m.driver)
    tree.file("/proc/driver/nvidia/version",
              f"NVRM version: NVIDIA UNIX x86_64 Kernel Module  {m.driver}  {m.driver_date}\n"
              "GCC version:  gcc version 12.2.0 (Debian 12.2.0-14)")
    for index, card in enumerate(m.cards):
        place = card.place
        tree.file(f"/dev/nvidia{index}")
        tree.files(f"/proc/driver/nvidia/gpus/{address_of(place)}",
                   {"information": f"Model: \t\t {card.name}\nIRQ:   \t\t 120\n"
                                   f"Bus Location: \t {address_of(place)}\n"
                                   f"Device Minor: \t {index}"})
    for name in ("nvidiactl", "nvidia-uvm", "nvidia-uvm-tools"):
        tree.file(f"/dev/{name}")
    libraries = "/usr/lib/x86_64-linux-gnu"
    for name in ("libnvidia-ml.so", "libcuda.so"):
        tree.file(f"{libraries}/{name}.{m.driver}")
        tree.link(f"{libraries}/{name}.1", f"{name}.{m.driver}")
    tree.file(f"/lib/modules/{KERNEL}/updates/dkms/nvidia.ko")
    tree.folder(f"/var/lib/dkms/nvidia/{m.driver}/{KERNEL}")
    tree.file("/etc/modprobe.d/nvidia-blacklists-nouveau.conf", "blacklist nouveau")
    tree.files("/proc/900", {"comm": "nvidia-persiste", "cgroup": "0::/system.slice"})
    if m.switches:
        tree.files("/proc/901", {"comm": "nv-fabricmanage", "cgroup": "0::/system.slice"})


def boot_log(m):
    lines = [(0, f"Linux version {KERNEL} (debian-kernel@lists.debian.org)"),
             (120000, f"pci {address_of(m.cards[0].place)}: [10de:{m.cards[0].ids[1]:04x}] type 00 "
                      f"class 0x{m.cards[0].class_code:06x}"),
             (900000, "EDAC MC: Ver: 3.0.0")]
    lines += [(2100000 + 10000 * index, f"nvme nvme{index}: pci function {address_of(place)}")
              for index, place in enumerate(m.nvmes)]
    lines += [(3000000 + socket, f"EDAC MC{socket}: Giving out device to module amd64_edac "
                                 f"controller F19h_M10h: DEV 0000:00:{0x18 + socket:02x}.3 "
                                 "(INTERRUPT)") for socket in range(m.sockets)]
    return lines + [(4000000, f"mlx5_core {address_of(m.nic)}: 252.048 Gb/s available PCIe "
                              "bandwidth (16.0 GT/s PCIe x16 link)")]


def driver_log(m):
    return [(6000000, "nvidia: loading out-of-tree module taints kernel."),
            (6200000, f"NVRM: loading NVIDIA UNIX x86_64 Kernel Module  {m.driver}  "
                      f"{m.driver_date}"),
            (6400000, "nvidia-modeset: Loading NVIDIA Kernel Mode Setting Driver for UNIX "
                      f"platforms  {m.driver}")]


def set_log(tree, lines):
    tree.answer("kmsg", "\n".join(f"6,{seq},{usec},-;{text}"
                                  for seq, (usec, text) in enumerate(lines)))
