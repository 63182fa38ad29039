# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""A machine as its trees describe it: EPYC 9174F sockets with 8 DDR5-4800 modules each, NVIDIA
cards, NVMe drives, one 100 Gb/s adapter, Debian 12. Serials and names are made up."""
import dataclasses

GIB = 1 << 30
KERNEL = "6.1.0-28-amd64"
CORES = 16  # of one socket


@dataclasses.dataclass
class Card:
    """An NVIDIA card. Its place: host bridge, root port, bus, slot label, ports of a switch."""
    place: tuple
    name: str = "NVIDIA GeForce RTX 4090"
    ids: tuple = (0x10DE, 0x2684, 0x1043, 0x889A)
    class_code: int = 0x030000
    idle_speed: str = "2.5"
    speed: str = "16.0"
    width: int = 16  # in use now
    max_width: int = 16
    bar1: int = 32 * GIB
    audio: int = 0x22BA  # device id of the sound function, 0: none


@dataclasses.dataclass
class Machine:
    cards: list
    nvmes: list
    nic: tuple
    driver: str
    driver_date: str
    sockets: int = 1
    maker: str = "Example Systems"
    product: str = "W4 Workstation"
    board: str = "GENOAD8X"
    number: str = "000123"
    hostname: str = "w4-123"
    machine_id: str = "5d0e0f9a1b2c3d4e5f60718293a4b5c6"
    free_slots: tuple = ("PCIE2",)
    switches: list = dataclasses.field(default_factory=list)  # places of NVSwitches
    switch_id: int = 0x22A3

    @property
    def cores(self):
        return CORES * self.sockets

    @property
    def threads(self):
        return 2 * self.cores

    @property
    def dimms(self):
        return [(socket, channel) for socket in range(self.sockets) for channel in "ABCDEFGH"]

    def node_of(self, place):
        """The upper half of the bus numbers belongs to the second socket."""
        return int(self.sockets == 2 and int(place[0][5:], 16) >= 0x80)


def address_of(place):
    return f"0000:{place[2]}:00.0"


def port_of(place):
    return f"{place[0]}:{place[1]}"


def folder_of(place):
    between = "".join(f"/{port}" for port in place[4:])
    return f"/sys/devices/pci{place[0]}/{port_of(place)}{between}/{address_of(place)}"
