# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""The whole tree of a machine."""
from cpu_and_memory import add_memory, add_processor
from driver_files import add_driver, boot_log, driver_log, set_log
from nvme_devices import add_nvme, add_partitions
from pci_devices import add_card, add_network, add_nvswitch
from smbios_files import add_smbios
from system_files import add_system
from tree import Tree


def build(m):
    tree = Tree()
    add_system(tree, m)
    add_processor(tree, m)
    add_memory(tree, m)
    add_smbios(tree, m)
    for index, card in enumerate(m.cards):
        add_card(tree, m, index, card)
    for place in m.switches:
        add_nvswitch(tree, m, place)
    for index, place in enumerate(m.nvmes):
        add_nvme(tree, m, index, place)
    add_partitions(tree, m)
    add_network(tree, m)
    add_driver(tree, m)
    set_log(tree, boot_log(m) + driver_log(m))
    return tree
