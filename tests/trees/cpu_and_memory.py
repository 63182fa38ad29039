# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""Processors, memory and their error counters."""
from machine import CORES, GIB


def add_processor(tree, m):
    cpu = "/sys/devices/system/cpu"
    info = []
    for thread in range(m.threads):
        core = thread % m.cores
        pair = f"{core},{core + m.cores}"
        first = core // 2 * 2  # two cores share one 32 MiB L3
        complex_cpus = f"{first}-{first + 1},{first + m.cores}-{first + m.cores + 1}"
        here = f"{cpu}/cpu{thread}"
        tree.files(f"{here}/topology", {"physical_package_id": str(core // CORES),
                                        "core_id": str(core % CORES),
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
                    f"core id\t\t: {core % CORES}\n"
                    "flags\t\t: fpu sse2 avx avx2 fma constant_tsc nonstop_tsc avx512f\n")
    tree.file("/proc/cpuinfo", "\n".join(info))
    for index, (name, latency) in enumerate((("POLL", 0), ("C1", 1), ("C2", 18))):
        tree.files(f"{cpu}/cpu0/cpuidle/state{index}", {"name": name, "latency": str(latency),
                                                        "disable": "0"})
    tree.files(cpu, {"online": f"0-{m.threads - 1}", "smt/control": "on", "cpufreq/boost": "1",
                     "cpuidle/current_driver": "acpi_idle"})
    tree.file("/proc/loadavg", "0.05 0.02 0.00 1/600 4242")
    tree.file("/proc/stat", "cpu  9000 0 4000 90000000 100 0 10 0 0 0\nbtime 1796036400")
    tree.file("/proc/uptime", "86400.00 2760000.00")


def add_memory(tree, m):
    node_kib = 256 * GIB // 1024 - 2_000_000
    total_kib = node_kib * m.sockets
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
    for node in range(m.sockets):
        first = node * CORES
        cpus = f"{first}-{first + CORES - 1},{first + m.cores}-{first + m.cores + CORES - 1}"
        distance = " ".join("10" if other == node else "32" for other in range(m.sockets))
        tree.files(f"/sys/devices/system/node/node{node}",
                   {"cpulist": cpus if m.sockets > 1 else f"0-{m.threads - 1}",
                    "distance": distance,
                    "meminfo": f"Node {node} MemTotal:       {node_kib} kB\n"
                               f"Node {node} MemFree:        {node_kib - 3_000_000} kB"})
    tree.file("/sys/devices/system/node/online", "0" if m.sockets == 1 else f"0-{m.sockets - 1}")
    for socket in range(m.sockets):
        add_edac(tree, m, socket)
    tree.folder("/sys/devices/system/machinecheck/machinecheck0")
    zeros = " 0" * m.threads
    tree.file("/proc/interrupts",
              f"THR: {zeros}   Threshold APIC interrupts\n"
              f"DFR: {zeros}   Deferred Error APIC interrupts\n"
              f"MCE: {zeros}   Machine check exceptions\n"
              f"MCP: {' 288' * m.threads}   Machine check polls")


def dimm_label(m, socket, channel):
    return f"DIMM_{channel}1" if m.sockets == 1 else f"P{socket}_DIMM_{channel}1"


def add_edac(tree, m, socket):
    mc = f"/sys/devices/system/edac/mc/mc{socket}"
    tree.files(mc, {"mc_name": "F19h_M10h", "ce_count": "0", "ue_count": "0",
                    "ce_noinfo_count": "0", "ue_noinfo_count": "0"})
    for index, channel in enumerate("ABCDEFGH"):
        tree.files(f"{mc}/dimm{index}",
                   {"dimm_label": dimm_label(m, socket, channel),
                    "dimm_location": f"csrow 0 channel {index}",
                    "size": "32768", "dimm_ce_count": "0", "dimm_ue_count": "0",
                    "dimm_edac_mode": "SECDED"})
