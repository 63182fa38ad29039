#!/usr/bin/env python3
# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""Writes the machines that tests give to --sysroot: make_trees.py DIR [NAME...]"""
import pathlib
import sys

import workstation as w
from driver_files import set_log, set_modules
from machine import KERNEL, folder_of
from system_files import set_secure_boot


NOUVEAU_BLACKLIST = "/etc/modprobe.d/nvidia-blacklists-nouveau.conf"


def bind_gpus(tree, driver):
    """None: no driver is bound to the GPUs."""
    for place in w.GPUS:
        tree.remove(f"{folder_of(place)}/driver")
        if driver:
            tree.folder(f"/sys/bus/pci/drivers/{driver}")
            tree.link(f"{folder_of(place)}/driver", f"/sys/bus/pci/drivers/{driver}")


def unload_driver(tree, modules):
    """The module is not in the kernel; what is installed on disk stays."""
    tree.remove("/proc/driver/nvidia", "/sys/bus/pci/drivers/nvidia", "/proc/900",
                *(path for path in tree.entries if path.startswith("/dev/nvidia")))
    set_modules(tree, modules + ["mlx5_core", "nvme", "amd64_edac"])
    bind_gpus(tree, None)


def uninstall_driver(tree):
    tree.remove(f"/lib/modules/{KERNEL}/updates", "/var/lib/dkms", NOUVEAU_BLACKLIST,
                *(path for path in tree.entries
                  if "libnvidia-ml.so" in path or "libcuda.so" in path))


def no_driver():
    """A fresh installation: four GPUs on the bus and no NVIDIA software at all."""
    tree = w.workstation()
    unload_driver(tree, [])
    uninstall_driver(tree)
    set_log(tree, w.BOOT_LOG)
    return tree


def nouveau():
    """The kernel's own driver holds the GPUs, so that NVIDIA's cannot load."""
    tree = w.workstation()
    unload_driver(tree, ["nouveau"])
    tree.remove(NOUVEAU_BLACKLIST)
    bind_gpus(tree, "nouveau")
    set_log(tree, w.BOOT_LOG + [
        (6000000, "nouveau 0000:01:00.0: NVIDIA AD102 (192000a1)"),
        (6300000, "NVRM: GPU 0000:01:00.0 is already bound to nouveau."),
        (6310000, "NVRM: None of the NVIDIA devices were initialized."),
        (6320000, "nvidia-nvlink: Unregistered Nvlink Core, major device number 243")])
    return tree


def secure_boot():
    """The firmware lets only signed modules in, and the driver is not signed."""
    tree = w.workstation()
    unload_driver(tree, [])
    set_secure_boot(tree, True)
    tree.file("/sys/kernel/security/lockdown", "none [integrity] confidentiality")
    set_log(tree, w.BOOT_LOG + [
        (500000, "secureboot: Secure boot enabled"),
        (6000000, "Loading of module with unavailable key is rejected"),
        (6100000, "Lockdown: modprobe: unsigned module loading is restricted; see man "
                  "kernel_lockdown.7")])
    return tree


def container_no_devices():
    """The driver runs on the host; the container was started without its devices."""
    tree = w.workstation()
    tree.remove("/sys/firmware", "/.answers/kmsg", "/.answers/ioctl", "/proc/2", "/proc/700",
                "/proc/900",
                "/dev/nvme0", "/dev/nvme1",
                *(path for path in tree.entries if path.startswith("/dev/nvidia")))
    uninstall_driver(tree)
    tree.file("/.dockerenv", b"")
    tree.files("/proc/1", {"comm": "bash", "cgroup": "0::/"})
    tree.file("/proc/self/cgroup", "0::/")
    tree.file("/proc/self/mountinfo",
              "500 400 0:60 / / rw,relatime - overlay overlay rw,lowerdir=/l,upperdir=/u\n"
              "501 500 0:61 / /dev/shm rw,nosuid,nodev - tmpfs shm rw,size=65536k")
    tree.file("/proc/mounts", "overlay / overlay rw,relatime,lowerdir=/l,upperdir=/u 0 0\n"
                              "shm /dev/shm tmpfs rw,nosuid,nodev 0 0")
    tree.answer_json("statfs.json", {
        "/": {"type": 0x794C7630, "total_bytes": 1967000000000, "free_bytes": 1800000000000},
        "/dev/shm": {"type": 0x01021994, "total_bytes": 64 << 20, "free_bytes": 64 << 20}})
    tree.answer_json("unreadable.json", {
        "/dev/kmsg": "/dev/kmsg: permission denied even to root; a container or kernel lockdown "
                     "forbids it"})
    return tree


TREES = {"workstation-4x4090": w.workstation, "no-driver": no_driver, "nouveau": nouveau,
         "secure-boot": secure_boot, "container-no-devices": container_no_devices}


def main():
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    for name in sys.argv[2:] or TREES:
        TREES[name]().write(pathlib.Path(sys.argv[1]) / name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
