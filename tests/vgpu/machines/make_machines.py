#!/usr/bin/env python3
# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""Copies scenarios and makes the machine of each: make_machines.py SCENARIOS DIR
or only the machine of one, into its folder: make_machines.py SCENARIO

The machine is a tree for --sysroot that agrees with scenario.json about every GPU."""
import json
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "trees"))

import build_machine  # noqa: E402
import machine  # noqa: E402
import workstation  # noqa: E402

SPEEDS = {1: "2.5", 2: "5.0", 3: "8.0", 4: "16.0", 5: "32.0"}
GEFORCE_AUDIO = {0x2684: 0x22BA, 0x2504: 0x228E}
DRIVER_DATES = {"580.95.05": "Tue Sep 23 09:55:41 UTC 2025"}
NVSWITCHES = {"8.0": (6, 0x1AF1), "9.0": (4, 0x22A3)}  # of a base board: number, PCI device


def merge(target, patch):
    """As harness/base/json_patch.h: objects merge, anything else replaces."""
    if not isinstance(patch, dict) or not isinstance(target, dict):
        return patch
    return {**target, **{name: merge(target.get(name), value) for name, value in patch.items()}}


def load(folder):
    """As tests/vgpu/scenario: "from" first, then models."""
    own = json.loads((folder / "scenario.json").read_text())
    if "from" in own:
        own = merge(load(folder / own.pop("from")), own)
    return own


def gpus_of(scenario):
    """Each with its model and the changes of the scenario merged in."""
    gpus = [merge(scenario.get("models", {}).get(gpu.get("model"), {}), gpu)
            for gpu in scenario["gpus"]]
    for key, patch in scenario.get("change", {}).items():
        gpus = [merge(gpu, patch) if key in ("all", str(index)) else gpu
                for index, gpu in enumerate(gpus)]
    for fault in scenario.get("faults", []):
        if fault["kind"] == "narrow_link" and not fault.get("after_launches", fault.get("after_s")):
            gpus = [narrowed(gpu, fault) if fault.get("gpu", index) == index else gpu
                    for index, gpu in enumerate(gpus)]
    return gpus


def narrowed(gpu, fault):
    """A link that came up so: the bus shows it as well."""
    link = gpu["pcie"]
    lanes, speed = link["width_max"], link["generation_max"]
    return merge(gpu, {"pcie": {
        "width_current": min(fault.get("width", lanes), link.get("width_current", lanes)),
        "generation_idle": min(fault.get("generation", speed), link.get("generation_idle", speed))}})


def workstation_place(bus):
    return next(place for place in workstation.GPUS if place[2] == bus)


def server_place(index, bus):
    """Root port, switch and card on buses that follow each other."""
    number = int(bus, 16)
    upstream, downstream = f"0000:{number - 2:02x}:00.0", f"0000:{number - 1:02x}:00.0"
    return (f"0000:{number - 3:02x}", "01.0", bus, f"SXM{index + 1}", upstream, downstream)


def card_of(gpu, place):
    pci, link = gpu["pci"], gpu["pcie"]
    speed = min(link["generation_max"], link["host_generation_max"])
    is_geforce = pci["device"] in GEFORCE_AUDIO
    return machine.Card(
        place, gpu["name"],
        (0x10DE, pci["device"], pci.get("subsystem_vendor", 0x10DE), pci["subsystem_device"]),
        0x030000 if is_geforce else 0x030200, SPEEDS[link.get("generation_idle", speed)],
        SPEEDS[speed], link.get("width_current", link["width_max"]), link["width_max"],
        link["bar1_bytes"], GEFORCE_AUDIO.get(pci["device"], 0))


def server(gpus):
    cards = [card_of(gpu, server_place(index, gpu["pci"]["address"][5:7]))
             for index, gpu in enumerate(gpus)]
    count, device = NVSWITCHES[gpus[0]["compute_capability"]] if gpus[0].get("nvlink") else (0, 0)
    return {"cards": cards, "sockets": 2, "product": "N8 Server", "board": "GENOA2D24",
            "number": "000456", "hostname": "n8-456", "switch_id": device,
            "machine_id": "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
            "nic": ("0000:c0", "03.1", "c2", "NIC1"),
            "nvmes": [("0000:00", "03.1", "02", "U2_1"), ("0000:80", "03.1", "82", "U2_2")],
            "switches": [("0000:c3", f"{i + 1:02x}.0", f"{0xC4 + i:02x}", f"NVSW{i}")
                         for i in range(count)]}


def desk(gpus):
    cards = [card_of(gpu, workstation_place(gpu["pci"]["address"][5:7])) for gpu in gpus]
    free = [place[3] for place in workstation.GPUS if place not in [c.place for c in cards]]
    return {"cards": cards, "free_slots": ("PCIE2", *free)}


def make(source, target):
    scenario = load(source)
    version = scenario["driver"]["version"]
    base = {"workstation": desk, "server": server}[scenario.get("base_machine", "workstation")]
    description = workstation.description(driver=version, driver_date=DRIVER_DATES[version],
                                          **base(gpus_of(scenario)))
    target.mkdir(parents=True, exist_ok=True)
    build_machine.build(description).write(target / "machine")


def main():
    if len(sys.argv) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    source = pathlib.Path(sys.argv[1])
    if len(sys.argv) == 2:
        make(source, source)
        return 0
    for file in sorted(source.glob("*/scenario.json")):
        target = pathlib.Path(sys.argv[2]) / file.parent.name
        make(file.parent, target)
        shutil.copyfile(file, target / "scenario.json")
    return 0


if __name__ == "__main__":
    sys.exit(main())
