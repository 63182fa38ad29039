# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""A healthy workstation: one EPYC 9174F, 8 DDR5-4800 modules, 4 GeForce RTX 4090, 2 NVMe drives,
one 100 Gb/s adapter, Debian 12 with the driver 550.54.15. Serials and names are made up."""
import struct
import uuid

import pci_space
import smbios_table
from tree import Tree

GIB = 1 << 30
KERNEL = "6.1.0-28-amd64"
DRIVER = "550.54.15"
CORES, THREADS = 16, 32
# host bridge, root port, bus of the card, slot label: in PCI order
GPUS = [("0000:00", "01.1", "01", "PCIE1"), ("0000:40", "01.1", "41", "PCIE3"),
        ("0000:80", "01.1", "81", "PCIE5"), ("0000:c0", "01.1", "c1", "PCIE7")]
NVMES = [("0000:00", "03.1", "02", "M2_1"), ("0000:80", "03.1", "82", "M2_2")]
NIC = ("0000:c0", "03.1", "c2", "PCIE6")


def address_of(place):
    return f"0000:{place[2]}:00.0"


def port_of(place):
    return f"{place[0]}:{place[1]}"


def folder_of(place):
    return f"/sys/devices/pci{place[0]}/{port_of(place)}/{address_of(place)}"


def add_device(tree, path, ids, class_code, link, driver, config, extra=None):
    vendor, device, subsystem_vendor, subsystem_device = ids
    address = path.rsplit("/", 1)[1]
    tree.files(path, {
        "vendor": f"0x{vendor:04x}", "device": f"0x{device:04x}", "class": f"0x{class_code:06x}",
        "subsystem_vendor": f"0x{subsystem_vendor:04x}",
        "subsystem_device": f"0x{subsystem_device:04x}",
        "numa_node": "0", "power_state": "D0", "uevent": f"PCI_SLOT_NAME={address}",
        **pci_space.aer_files(), **link, **(extra or {})})
    tree.file(f"{path}/config", config)
    tree.link(f"/sys/bus/pci/devices/{address}", path)
    if driver:
        tree.folder(f"/sys/bus/pci/drivers/{driver}")
        tree.link(f"{path}/driver", f"/sys/bus/pci/drivers/{driver}")


def add_port(tree, place, link):
    add_device(tree, f"/sys/devices/pci{place[0]}/{port_of(place)}", (0x1022, 0x14AB, 0x1022, 0),
               0x060400, link, "pcieport",
               pci_space.config_space(0x1022, 0x14AB, 0x060400, pci_space.ROOT_PORT, acs=0x0001))


def add_gpu(tree, index, place):
    # Idle cards fall back to 2.5 GT/s; width and maximum stay.
    link = pci_space.link_files("2.5", 16, "16.0", 16)
    add_port(tree, place, link)
    config = pci_space.config_space(0x10DE, 0x2684, 0x030000, pci_space.ENDPOINT, rebar=32 * GIB)
    base = 0x3F800000000 + index * 0x1000000000
    add_device(tree, folder_of(place), (0x10DE, 0x2684, 0x1043, 0x889A), 0x030000, link, "nvidia",
               config, {"resource": pci_space.resource_file(
                   {0: (0xDE000000 + index * 0x2000000, 16 << 20), 1: (base, 32 * GIB),
                    3: (base + 32 * GIB, 32 << 20)})})
    add_device(tree, folder_of(place)[:-1] + "1", (0x10DE, 0x22BA, 0x1043, 0x889A), 0x040300, link,
               "snd_hda_intel",
               pci_space.config_space(0x10DE, 0x22BA, 0x040300, pci_space.ENDPOINT))


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


def add_nvme(tree, index, place):
    link = pci_space.link_files("16.0", 4, "16.0", 4)
    add_port(tree, place, link)
    device = folder_of(place)
    add_device(tree, device, (0x144D, 0xA80C, 0x144D, 0xA801), 0x010802, link, "nvme",
               pci_space.config_space(0x144D, 0xA80C, 0x010802, pci_space.ENDPOINT))
    name = f"nvme{index}"
    controller = f"{device}/nvme/{name}"
    tree.files(controller, {"model": "Samsung SSD 990 PRO 2TB", "serial": f"S6B0NX0W10000{index}",
                            "firmware_rev": "4B2QJXD7", "transport": "pcie", "state": "live",
                            "address": address_of(place), "numa_node": "0"})
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


def add_partitions(tree):
    disk = f"{folder_of(NVMES[0])}/nvme/nvme0/nvme0n1"
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


def add_network(tree):
    link = pci_space.link_files("16.0", 16, "16.0", 16)
    add_port(tree, NIC, link)
    device = folder_of(NIC)
    add_device(tree, device, (0x15B3, 0x101D, 0x15B3, 0x0043), 0x020000, link, "mlx5_core",
               pci_space.config_space(0x15B3, 0x101D, 0x020000, pci_space.ENDPOINT))
    net = f"{device}/net/enp194s0np0"
    tree.files(net, {"operstate": "up", "speed": "100000", "mtu": "9000", "type": "1",
                     "address": "94:6d:ae:00:00:01"})
    tree.link(f"{net}/device", device)
    tree.link("/sys/class/net/enp194s0np0", net)
    tree.files("/sys/devices/virtual/net/lo", {"operstate": "unknown", "mtu": "65536", "type": "772",
                                               "address": "00:00:00:00:00:00"})
    tree.link("/sys/class/net/lo", "/sys/devices/virtual/net/lo")
    tree.files("/proc/sys/net", {"ipv4/tcp_rmem": "4096 87380 67108864",
                                 "ipv4/tcp_wmem": "4096 65536 67108864",
                                 "core/rmem_max": "67108864", "core/wmem_max": "67108864"})


def add_processor(tree):
    cpu = "/sys/devices/system/cpu"
    info = []
    for thread in range(THREADS):
        core = thread % CORES
        pair = f"{core},{core + CORES}"
        first = core // 2 * 2  # two cores share one 32 MiB L3
        complex_cpus = f"{first}-{first + 1},{first + CORES}-{first + CORES + 1}"
        here = f"{cpu}/cpu{thread}"
        tree.files(f"{here}/topology", {"physical_package_id": "0", "core_id": str(core),
                                        "core_cpus_list": pair, "thread_siblings_list": pair})
        for index, (level, kind, size, shared) in enumerate(
                [(1, "Data", "32K", pair), (1, "Instruction", "32K", pair),
                 (2, "Unified", "1024K", pair), (3, "Unified", "32768K", complex_cpus)]):
            tree.files(f"{here}/cache/index{index}", {"level": str(level), "type": kind,
                                                      "size": size, "shared_cpu_list": shared})
        tree.files(f"{here}/cpufreq", {"scaling_driver": "acpi-cpufreq", "cpuinfo_max_freq":
                                       "4405859", "scaling_governor": "performance"})
        info.append(f"processor\t: {thread}\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\n"
                    "model\t\t: 17\nmodel name\t: AMD EPYC 9174F 16-Core Processor\n"
                    "stepping\t: 1\nmicrocode\t: 0xa101148\n"
                    f"core id\t\t: {core}\n"
                    "flags\t\t: fpu sse2 avx avx2 fma constant_tsc nonstop_tsc avx512f\n")
    tree.file("/proc/cpuinfo", "\n".join(info))
    for index, (name, latency) in enumerate((("POLL", 0), ("C1", 1), ("C2", 18))):
        tree.files(f"{cpu}/cpu0/cpuidle/state{index}", {"name": name, "latency": str(latency),
                                                        "disable": "0"})
    tree.files(cpu, {"online": f"0-{THREADS - 1}", "smt/control": "on", "cpufreq/boost": "1",
                     "cpuidle/current_driver": "acpi_idle"})
    tree.file("/proc/loadavg", "0.05 0.02 0.00 1/600 4242")
    tree.file("/proc/stat", "cpu  9000 0 4000 90000000 100 0 10 0 0 0\nbtime 1796036400")
    tree.file("/proc/uptime", "86400.00 2760000.00")


def add_memory(tree):
    total_kib = 256 * GIB // 1024 - 2_000_000
    tree.file("/proc/meminfo",
              f"MemTotal:       {total_kib} kB\nMemFree:        {total_kib - 3_000_000} kB\n"
              f"MemAvailable:   {total_kib - 2_000_000} kB\nSwapTotal:             0 kB\n"
              "SwapFree:              0 kB\nHugePages_Total:       0\nHugePages_Free:        0")
    tree.file("/proc/vmstat", "pswpin 0\npswpout 0")
    tree.files("/proc/sys", {"vm/swappiness": "10", "vm/zone_reclaim_mode": "0",
                             "kernel/numa_balancing": "0"})
    tree.files("/sys/kernel/mm/transparent_hugepage",
               {"enabled": "always [madvise] never",
                "defrag": "always defer defer+madvise [madvise] never"})
    tree.files("/sys/devices/system/node/node0",
               {"cpulist": f"0-{THREADS - 1}", "distance": "10",
                "meminfo": f"Node 0 MemTotal:       {total_kib} kB\n"
                           f"Node 0 MemFree:        {total_kib - 3_000_000} kB"})
    tree.file("/sys/devices/system/node/online", "0")
    mc = "/sys/devices/system/edac/mc/mc0"
    tree.files(mc, {"mc_name": "F19h_M10h", "ce_count": "0", "ue_count": "0",
                    "ce_noinfo_count": "0", "ue_noinfo_count": "0"})
    for index, channel in enumerate("ABCDEFGH"):
        tree.files(f"{mc}/dimm{index}",
                   {"dimm_label": f"DIMM_{channel}1", "dimm_location": f"csrow 0 channel {index}",
                    "size": "32768", "dimm_ce_count": "0", "dimm_ue_count": "0",
                    "dimm_edac_mode": "SECDED"})
    tree.folder("/sys/devices/system/machinecheck/machinecheck0")
    zeros = " 0" * THREADS
    tree.file("/proc/interrupts",
              f"THR: {zeros}   Threshold APIC interrupts\n"
              f"DFR: {zeros}   Deferred Error APIC interrupts\n"
              f"MCE: {zeros}   Machine check exceptions\n"
              f"MCP: {' 288' * THREADS}   Machine check polls")


def add_smbios(tree):
    records = [
        smbios_table.bios("American Megatrends Inc.", "10.07", "06/18/2026"),
        smbios_table.system("Example Systems", "W4 Workstation", "EX-W4-000123",
                            uuid.UUID("6f1a1f66-3f5c-4f0b-9d0e-000000000123")),
        smbios_table.board("Example Boards", "GENOAD8X", "EB-000456"),
        smbios_table.chassis("Example Systems", "EC-000789"),
        smbios_table.processor("CPU0", "Advanced Micro Devices, Inc.",
                               "AMD EPYC 9174F 16-Core Processor", 4400, 4100, CORES, THREADS)]
    gen4_x16, m2, x16, x4 = 0xBD, 0x17, 0x0D, 0x0A
    places = [(p, gen4_x16, x16) for p in (*GPUS, NIC)] + [(p, m2, x4) for p in NVMES]
    for index, (place, kind, width) in enumerate(places):
        records.append(smbios_table.slot(0x90 + index, place[3], kind, width, int(place[2], 16)))
    records.append(smbios_table.slot(0x9F, "PCIE2", gen4_x16, x16))
    records.append(smbios_table.memory_array(0x10, 8, 3072 * GIB))
    for index, channel in enumerate("ABCDEFGH"):
        records.append(smbios_table.dimm(0x11 + index, 0x10, f"DIMM_{channel}1",
                                         f"P0 CHANNEL {channel}", 32768, 4800, 4800, "Samsung",
                                         f"S{index:07d}", "M321R4GA3BB6-CQK"))
    records.append(smbios_table.supply(0x40, "PSU1", "Example Power", "EP-000001", "EP2000", 2000))
    table = smbios_table.table(records)
    tree.file("/sys/firmware/dmi/tables/DMI", table)
    tree.file("/sys/firmware/dmi/tables/smbios_entry_point", smbios_table.entry_point(table))
    tree.files("/sys/class/dmi/id", {"board_name": "GENOAD8X", "board_vendor": "Example Boards",
                                     "sys_vendor": "Example Systems",
                                     "product_name": "W4 Workstation", "bios_version": "10.07",
                                     "bios_vendor": "American Megatrends Inc."})


def add_system(tree):
    tree.files("/etc", {"hostname": "w4-123", "machine-id": "5d0e0f9a1b2c3d4e5f60718293a4b5c6",
                        "os-release": 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n'
                                      'VERSION_ID="12"\nNAME="Debian GNU/Linux"'})
    tree.files("/proc/sys/kernel", {
        "hostname": "w4-123", "osrelease": KERNEL, "random/boot_id":
        "0b7a2a5e-53a4-4a53-9f4d-000000000123", "perf_event_paranoid": "2",
        "version": "#1 SMP PREEMPT_DYNAMIC Debian 6.1.119-1 (2026-11-22)"})
    tree.file("/proc/version", f"Linux version {KERNEL} (debian-kernel@lists.debian.org)")
    tree.file("/proc/cmdline",
              f"BOOT_IMAGE=/boot/vmlinuz-{KERNEL} root=/dev/nvme0n1p2 ro iommu=pt quiet")
    tree.files(f"/lib/modules/{KERNEL}", {"modules.dep": "", "modules.builtin": ""})
    tree.file("/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc")
    tree.file("/sys/module/pcie_aspm/parameters/policy",
              "[default] performance powersave powersupersave")
    tree.file("/sys/kernel/security/lockdown", "[none] integrity confidentiality")
    for group in range(2 * len(GPUS)):
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
    tree.answer("affinity", f"0-{THREADS - 1}")
    tree.answer_json("limits.json", {"memlock": 2**64 - 1, "nofile": 1048576})
    tree.answer_json("clock.json", {"synchronised": True, "error_us": 120.0})
    tree.answer_json("statfs.json", {
        "/": {"type": 0xEF53, "total_bytes": 1967000000000, "free_bytes": 1800000000000},
        "/boot/efi": {"type": 0x4D44, "total_bytes": 535805952, "free_bytes": 520000000},
        "/dev/shm": {"type": 0x01021994, "total_bytes": 128 * GIB, "free_bytes": 128 * GIB}})


def set_secure_boot(tree, on):
    tree.file("/sys/firmware/efi/efivars/SecureBoot-8be4df61-93ca-11d2-aa0d-00e098032b8c",
              struct.pack("<IB", 6, 1 if on else 0))


def module_lines(names):
    return "\n".join(f"{name} 16384 0 - Live 0x0000000000000000" for name in names)


def set_modules(tree, names):
    tree.remove("/sys/module/nvidia", "/sys/module/nouveau")
    tree.file("/proc/modules", module_lines(names))
    for name in names:
        tree.file(f"/sys/module/{name}/initstate", "live")


def add_driver(tree):
    set_modules(tree, ["nvidia_uvm", "nvidia_drm", "nvidia_modeset", "nvidia", "mlx5_core", "nvme",
                       "amd64_edac"])
    tree.file("/sys/module/nvidia/version", DRIVER)
    tree.file("/proc/driver/nvidia/version",
              f"NVRM version: NVIDIA UNIX x86_64 Kernel Module  {DRIVER}  Tue Mar  5 22:23:56 UTC "
              "2024\nGCC version:  gcc version 12.2.0 (Debian 12.2.0-14)")
    for index, place in enumerate(GPUS):
        tree.file(f"/dev/nvidia{index}")
        tree.files(f"/proc/driver/nvidia/gpus/{address_of(place)}",
                   {"information": "Model: \t\t NVIDIA GeForce RTX 4090\nIRQ:   \t\t 120\n"
                                   f"Bus Location: \t {address_of(place)}\n"
                                   f"Device Minor: \t {index}"})
    for name in ("nvidiactl", "nvidia-uvm", "nvidia-uvm-tools"):
        tree.file(f"/dev/{name}")
    libraries = "/usr/lib/x86_64-linux-gnu"
    for name in ("libnvidia-ml.so", "libcuda.so"):
        tree.file(f"{libraries}/{name}.{DRIVER}")
        tree.link(f"{libraries}/{name}.1", f"{name}.{DRIVER}")
    tree.file(f"/lib/modules/{KERNEL}/updates/dkms/nvidia.ko")
    tree.folder(f"/var/lib/dkms/nvidia/{DRIVER}/{KERNEL}")
    tree.file("/etc/modprobe.d/nvidia-blacklists-nouveau.conf", "blacklist nouveau")
    tree.files("/proc/900", {"comm": "nvidia-persiste", "cgroup": "0::/system.slice"})


BOOT_LOG = [
    (0, f"Linux version {KERNEL} (debian-kernel@lists.debian.org)"),
    (120000, "pci 0000:01:00.0: [10de:2684] type 00 class 0x030000"),
    (900000, "EDAC MC: Ver: 3.0.0"),
    (2100000, "nvme nvme0: pci function 0000:02:00.0"),
    (2110000, "nvme nvme1: pci function 0000:82:00.0"),
    (3000000, "EDAC MC0: Giving out device to module amd64_edac controller F19h_M10h: DEV "
              "0000:00:18.3 (INTERRUPT)"),
    (4000000, "mlx5_core 0000:c2:00.0: 252.048 Gb/s available PCIe bandwidth (16.0 GT/s PCIe x16 "
              "link)"),
]
DRIVER_LOG = [
    (6000000, "nvidia: loading out-of-tree module taints kernel."),
    (6200000, f"NVRM: loading NVIDIA UNIX x86_64 Kernel Module  {DRIVER}  Tue Mar  5 22:23:56 UTC "
              "2024"),
    (6400000, f"nvidia-modeset: Loading NVIDIA Kernel Mode Setting Driver for UNIX platforms  "
              f"{DRIVER}"),
]


def set_log(tree, lines):
    tree.answer("kmsg", "\n".join(f"6,{seq},{usec},-;{text}"
                                  for seq, (usec, text) in enumerate(lines)))


def workstation():
    tree = Tree()
    add_system(tree)
    add_processor(tree)
    add_memory(tree)
    add_smbios(tree)
    for index, place in enumerate(GPUS):
        add_gpu(tree, index, place)
    for index, place in enumerate(NVMES):
        add_nvme(tree, index, place)
    add_partitions(tree)
    add_network(tree)
    add_driver(tree)
    set_log(tree, BOOT_LOG + DRIVER_LOG)
    return tree
