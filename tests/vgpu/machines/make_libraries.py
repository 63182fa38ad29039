#!/usr/bin/env python3
# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""Libraries that lack what a scenario says: make_libraries.py SCENARIO LIBRARIES OUT

LIBRARIES is the folder of the virtual GPU's names (build/<preset>/vgpu/lib); OUT, which must not
exist, gets the names and their one object, without the files of faults missing_library and with the
symbols of faults missing_symbol under another name."""
import json
import pathlib
import shutil
import sys


def faults_of(folder):
    document = json.loads((folder / "scenario.json").read_text())
    if "faults" in document or "from" not in document:
        return document.get("faults", [])
    return faults_of(folder / document["from"])


def hide(data, symbol):
    """Lookups compare whole names: another first letter, and it is not found."""
    name = b"\0" + symbol.encode() + b"\0"
    if name not in data:
        sys.exit(f"the virtual GPU has no symbol {symbol}")
    return data.replace(name, b"\0_" + symbol.encode()[1:] + b"\0")


def main():
    scenario, libraries, out = map(pathlib.Path, sys.argv[1:])
    faults = faults_of(scenario)
    absent = tuple(fault["library"] + ".so" for fault in faults if fault["kind"] == "missing_library")
    names = sorted(entry.name for entry in libraries.iterdir())
    whole = libraries / names[0]
    out.mkdir(parents=True)
    data = whole.resolve().read_bytes()
    for fault in faults:
        if fault["kind"] == "missing_symbol":
            data = hide(data, fault["symbol"])
    made = out / whole.resolve().name
    made.write_bytes(data)
    shutil.copymode(whole.resolve(), made)
    for name in names:
        if not name.startswith(absent or ("\0",)):
            (out / name).symlink_to(made.name)


if __name__ == "__main__":
    main()
