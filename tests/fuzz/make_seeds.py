#!/usr/bin/env python3
# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""Valid inputs from which the fuzzer starts: make_seeds.py DIR"""
import json
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "trees"))

import pci_space  # noqa: E402
import smbios_table  # noqa: E402
import workstation  # noqa: E402


def smbios_seeds():
    entries = workstation.workstation().entries
    folder = "/sys/firmware/dmi/tables/"
    entry, table = entries[folder + "smbios_entry_point"], entries[folder + "DMI"]
    yield bytes([len(entry)]) + entry + table
    for record in (smbios_table.slot(1, "S", 0xBD, 0x0D, 1),
                   smbios_table.dimm(2, 0, "A", "B", 1 << 17, 4800, 4800, "M", "S", "P"),
                   smbios_table.supply(3, "PSU1", "M", "S", "P", 2000)):
        small = smbios_table.table([record])
        yield bytes([0x18]) + smbios_table.entry_point(small) + small


def pci_seeds():
    yield pci_space.config_space(0x10DE, 0x2684, 0x030000, pci_space.ENDPOINT, rebar=1 << 35)
    yield pci_space.config_space(0x1022, 0x14AB, 0x060400, pci_space.ROOT_PORT, acs=0x1D)
    yield b"\xff" * 64


def log_seeds():
    lines = workstation.BOOT_LOG + workstation.DRIVER_LOG + [
        (9000000, "NVRM: Xid (PCI:0000:01:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen "
                  "off the bus."),
        (9100000, "pcieport 0000:00:01.1: AER: Multiple Corrected error received: 0000:01:00.0"),
        (9200000, "pcieport 0000:00:01.1: PCIe Bus Error: severity=Corrected, type=Data Link Layer, "
                  "(Receiver ID)"),
        (9300000, "nvme nvme0: I/O 12 QID 3 timeout, aborting"),
        (9400000, "EDAC MC0: 1 CE on DIMM_A1 (channel:0 slot:0)")]
    yield "".join(f"6,{i},{usec},-;{text}\n" for i, (usec, text) in enumerate(lines)).encode()
    yield "".join(f"[{usec / 1e6:12.6f}] {text}\n" for usec, text in lines).encode()
    yield "".join(f"Nov 30 12:00:{i:02d} box kernel: [{usec / 1e6:12.6f}] {text}\n"
                  for i, (usec, text) in enumerate(lines)).encode()
    yield "".join(f"2026-11-30T12:00:{i:02d}.000000+01:00 box kernel: {text}\n"
                  for i, (_, text) in enumerate(lines)).encode()


def journal_seeds():
    lines = [{"type": "header", "seq": 0, "t": 1.5, "header": {
        "schema": "gpuproof.journal/1", "run_id": "r", "plan_sha256": "0", "boot_id": "b"}},
        {"type": "started", "seq": 1, "t": 2.0, "step": 0, "benchmark": "host/read"},
        {"type": "event", "seq": 2, "t": 3.0, "event": "interrupted", "message": "signal 15"},
        {"type": "resumed", "seq": 3, "t": 4.0, "boot_id": "b"},
        {"type": "finished", "seq": 4, "t": 5.0}]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    yield text.encode()
    yield text[:-10].encode()


def profile_seeds():
    yield json.dumps({"schema": "gpuproof.profile/1", "id": "x", "kind": "gpu", "title": "X",
                      "match": [{"pci_vendor": "10de", "pci_device": "2684"}]}).encode()
    for path in sorted((ROOT / "harness/profiles").glob("*.json"))[:20]:
        yield path.read_bytes()


def snapshot_seeds():
    whole = json.loads((ROOT / "tests/cases/base.json").read_text())
    yield json.dumps(whole).encode()
    # The whole is longer than the fuzzer's limit; this one it can take apart.
    yield json.dumps({"header": whole["header"], "smbios": None, "cpu": {}}).encode()


SEEDS = {"smbios": smbios_seeds, "pci_config": pci_seeds, "kernel_log": log_seeds,
         "journal": journal_seeds, "profile": profile_seeds, "snapshot": snapshot_seeds}


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    for name, seeds in SEEDS.items():
        folder = pathlib.Path(sys.argv[1]) / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for index, seed in enumerate(seeds()):
            (folder / f"seed-{index}").write_bytes(seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
