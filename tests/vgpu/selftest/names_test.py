#!/usr/bin/env python3
# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""Every function of NVML and of the CUDA driver that the product calls is in the virtual library,
and every kernel has its cost there:
names_test.py LIBRARY SOURCE [cuda.h]"""
import pathlib
import re
import subprocess
import sys


def renamed_by(header):
    """cuMemAlloc is cuMemAlloc_v2 and so on, as the preprocessor has it."""
    text = pathlib.Path(header).read_text()
    return dict(re.findall(r"^\s*#define\s+(cu[A-Z]\w+)\s+(?:\w+\()?(cu[A-Z]\w+_v\d+)\)?\s*$", text, re.M))


def main():
    library, source = sys.argv[1], pathlib.Path(sys.argv[2])
    listing = subprocess.run(["nm", "-D", "--defined-only", library], check=True,
                             capture_output=True, text=True).stdout
    exported = {line.split()[-1] for line in listing.splitlines()}
    renamed = renamed_by(sys.argv[3]) if len(sys.argv) > 3 else {}
    called = set()
    for file in source.glob("harness/gpu/**/*.h"):
        text = file.read_text()
        called |= set(re.findall(r"_FN\((nvml\w+)\)", text))
        if renamed:
            called |= {renamed.get(name, name) for name in re.findall(r"_FN\((cu\w+)\b", text)}
            called |= set(re.findall(r'_RENAMED_FN\(cu\w+, "(cu\w+)"', text))
    missing = sorted(called - exported)
    kernels, models = set(), set()
    for file in source.glob("kernels/*.cu"):
        kernels |= set(re.findall(r"^KERNEL\((\w+)", file.read_text(), re.M))
    for file in source.glob("tests/vgpu/model/*.cpp"):
        models |= set(re.findall(r'\.name = "(\w+)"', file.read_text()))
    without = sorted(kernels - models)
    print(f"{len(kernels)} kernels, {len(without)} without a cost {' '.join(without)}")
    print(f"{len(called)} functions called, {len(missing)} missing {' '.join(missing)}")
    return 1 if missing or without else 0


if __name__ == "__main__":
    sys.exit(main())
