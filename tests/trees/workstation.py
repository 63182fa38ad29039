# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""The machine that most trees change: a workstation with 4 GeForce RTX 4090."""
import build_machine
import driver_files
import machine

# host bridge, root port, bus of the card, slot label: in PCI order
GPUS = [("0000:00", "01.1", "01", "PCIE1"), ("0000:40", "01.1", "41", "PCIE3"),
        ("0000:80", "01.1", "81", "PCIE5"), ("0000:c0", "01.1", "c1", "PCIE7")]
NVMES = [("0000:00", "03.1", "02", "M2_1"), ("0000:80", "03.1", "82", "M2_2")]
NIC = ("0000:c0", "03.1", "c2", "PCIE6")


def description(cards=None, **changes):
    return machine.Machine(**{
        "cards": [machine.Card(place) for place in GPUS] if cards is None else cards,
        "nvmes": NVMES, "nic": NIC, "driver": "550.54.15",
        "driver_date": "Tue Mar  5 22:23:56 UTC 2024", **changes})


def workstation():
    return build_machine.build(description())


BOOT_LOG = driver_files.boot_log(description())
DRIVER_LOG = driver_files.driver_log(description())
