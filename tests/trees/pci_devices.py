# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""Cards, switches and adapters of a machine in /sys."""
import pci_space
from machine import folder_of, port_of


def add_device(tree, m, path, ids, class_code, link, driver, config, extra=None):
    vendor, device, subsystem_vendor, subsystem_device = ids
    address = path.rsplit("/", 1)[1]
    tree.files(path, {
        "vendor": f"0x{vendor:04x}", "device": f"0x{device:04x}", "class": f"0x{class_code:06x}",
        "subsystem_vendor": f"0x{subsystem_vendor:04x}",
        "subsystem_device": f"0x{subsystem_device:04x}",
        "numa_node": str(m.node_of(path[len("/sys/devices/pci"):].split("/"))),
        "power_state": "D0", "uevent": f"PCI_SLOT_NAME={address}",
        **pci_space.aer_files(), **link, **(extra or {})})
    tree.file(f"{path}/config", config)
    tree.link(f"/sys/bus/pci/devices/{address}", path)
    if driver:
        tree.folder(f"/sys/bus/pci/drivers/{driver}")
        tree.link(f"{path}/driver", f"/sys/bus/pci/drivers/{driver}")


def add_port(tree, m, place, link, ids=(0x1022, 0x14AB)):
    add_device(tree, m, f"/sys/devices/pci{place[0]}/{port_of(place)}", (*ids, ids[0], 0), 0x060400,
               link, "pcieport",
               pci_space.config_space(*ids, 0x060400, pci_space.ROOT_PORT, acs=0x0001))


def add_switch_ports(tree, m, place, link):
    """The ports of a PCIe switch between root port and card, ACS off as for peer transfers."""
    path = f"/sys/devices/pci{place[0]}/{port_of(place)}"
    for port, kind in zip(place[4:], (pci_space.UPSTREAM_PORT, pci_space.DOWNSTREAM_PORT)):
        path += f"/{port}"
        add_device(tree, m, path, (0x1000, 0xC030, 0x1000, 0xA064), 0x060400, link, "pcieport",
                   pci_space.config_space(0x1000, 0xC030, 0x060400, kind, acs=0x0000))


def add_card(tree, m, index, card):
    # Idle cards may fall back to 2.5 GT/s; width and maximum stay.
    place = card.place
    link = pci_space.link_files(card.idle_speed, card.width, card.speed, card.max_width)
    add_port(tree, m, place, link)
    add_switch_ports(tree, m, place, link)
    config = pci_space.config_space(*card.ids[:2], card.class_code, pci_space.ENDPOINT,
                                    rebar=card.bar1)
    base = 0x3F800000000 + index * max(0x1000000000, 2 * card.bar1)
    add_device(tree, m, folder_of(place), card.ids, card.class_code, link, "nvidia",
               config, {"resource": pci_space.resource_file(
                   {0: (0xDE000000 + index * 0x2000000, 16 << 20), 1: (base, card.bar1),
                    3: (base + card.bar1, 32 << 20)})})
    if card.audio:
        add_device(tree, m, folder_of(place)[:-1] + "1", (0x10DE, card.audio, *card.ids[2:]),
                   0x040300, link, "snd_hda_intel",
                   pci_space.config_space(0x10DE, card.audio, 0x040300, pci_space.ENDPOINT))


def add_nvswitch(tree, m, place):
    link = pci_space.link_files("16.0", 2, "16.0", 2)
    add_port(tree, m, place, link)
    add_device(tree, m, folder_of(place), (0x10DE, m.switch_id, 0x10DE, 0x1796), 0x068000, link,
               "nvidia-nvswitch",
               pci_space.config_space(0x10DE, m.switch_id, 0x068000, pci_space.ENDPOINT))


def add_network(tree, m):
    link = pci_space.link_files("16.0", 16, "16.0", 16)
    add_port(tree, m, m.nic, link)
    device = folder_of(m.nic)
    add_device(tree, m, device, (0x15B3, 0x101D, 0x15B3, 0x0043), 0x020000, link, "mlx5_core",
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
