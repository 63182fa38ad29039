#!/usr/bin/env python3
# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""Every NVML function that the product calls is in the virtual one: names_test.py LIBRARY SOURCE"""
import pathlib
import re
import subprocess
import sys


def main():
    library, source = sys.argv[1], pathlib.Path(sys.argv[2])
    listing = subprocess.run(["nm", "-D", "--defined-only", library], check=True,
                             capture_output=True, text=True).stdout
    exported = {line.split()[-1] for line in listing.splitlines()}
    called = set()
    for file in source.glob("harness/gpu/**/*.h"):
        called |= set(re.findall(r"_FN\((nvml\w+)\)", file.read_text()))
    missing = sorted(called - exported)
    print(f"{len(called)} functions called, {len(missing)} missing {' '.join(missing)}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
