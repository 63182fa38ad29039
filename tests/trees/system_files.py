# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""The operating system of a machine."""
import struct

from machine import GIB, KERNEL


def add_system(tree, m):
    tree.files("/etc", {"hostname": m.hostname, "machine-id": m.machine_id,
                        "os-release": 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n'
                                      'VERSION_ID="12"\nNAME="Debian GNU/Linux"'})
    tree.files("/proc/sys/kernel", {
        "hostname": m.hostname, "osrelease": KERNEL, "random/boot_id":
        f"0b7a2a5e-53a4-4a53-9f4d-{int(m.number):012d}", "perf_event_paranoid": "2",
        "version": "#1 SMP PREEMPT_DYNAMIC Debian 6.1.119-1 (2026-11-22)"})
    tree.file("/proc/version", f"Linux version {KERNEL} (debian-kernel@lists.debian.org)")
    tree.file("/proc/cmdline",
              f"BOOT_IMAGE=/boot/vmlinuz-{KERNEL} root=/dev/nvme0n1p2 ro iommu=pt quiet")
    tree.files(f"/lib/modules/{KERNEL}", {"modules.dep": "", "modules.builtin": ""})
    tree.file("/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc")
    tree.file("/sys/module/pcie_aspm/parameters/policy",
              "[default] performance powersave powersupersave")
    tree.file("/sys/kernel/security/lockdown", "[none] integrity confidentiality")
    for group in range(2 * len(m.cards)):
        tree.file(f"/sys/kernel/iommu_groups/{group}/type", "identity")
    set_secure_boot(tree, False)
    tree.files("/sys/fs/cgroup", {"cgroup.controllers": "cpuset cpu io memory pids"})
    tree.file("/proc/self/cgroup", "0::/user.slice/user-0.slice/session-1.scope")
    tree.file("/etc/sysctl.d/90-workstation.conf",
              "vm.swappiness = 10\nkernel.numa_balancing = 0\n" + "\n".join(
                  f"net.core.{name} = 67108864" for name in ("rmem_max", "wmem_max")))
    tree.file("/usr/lib/systemd/system/multi-user.target", "[Unit]")
    tree.link("/etc/systemd/system/default.target", "/usr/lib/systemd/system/multi-user.target")
    tree.files("/proc/1", {"comm": "systemd", "cgroup": "0::/init.scope"})
    tree.file("/proc/2/comm", "kthreadd")  # its absence means that a container hides the rest
    tree.files("/proc/700", {"comm": "sshd", "cgroup": "0::/system.slice/ssh.service"})
    tree.answer("root")
    tree.answer("uname", KERNEL)
    tree.answer("affinity", f"0-{m.threads - 1}")
    tree.answer_json("limits.json", {"memlock": 2**64 - 1, "nofile": 1048576})
    tree.answer_json("clock.json", {"synchronised": True, "error_us": 120.0})
    tree.answer_json("statfs.json", {
        "/": {"type": 0xEF53, "total_bytes": 1967000000000, "free_bytes": 1800000000000},
        "/boot/efi": {"type": 0x4D44, "total_bytes": 535805952, "free_bytes": 520000000},
        "/dev/shm": {"type": 0x01021994, "total_bytes": 128 * GIB, "free_bytes": 128 * GIB}})


def set_secure_boot(tree, on):
    tree.file("/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c",
              struct.pack("<IB", 6, 1 if on else 0))
