#!/usr/bin/env python3
"""Runs the command blocks of README.md and compares its tables with `gpuproof list --markdown`.

Blocks marked ```sh hold one command a line. Commands of scripts/ are only checked to exist: they
are what this test runs under. Every other command must exit with 0, 1 or 3.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def commands():
    for block in re.findall(r"^```sh\n(.*?)^```", TEXT, re.S | re.M):
        for line in block.splitlines():
            line = line.split(" # ")[0].strip()
            if line and not line.startswith("#"):
                yield line


def run_commands(binary, problems):
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, PATH=f"{os.path.dirname(binary)}:{os.environ['PATH']}")
        shutil.copytree(ROOT / "tests/readme/files", folder, dirs_exist_ok=True)
        for line in commands():
            count += 1
            first = line.split()[0]
            if first.startswith("scripts/"):
                if not os.access(ROOT / first, os.X_OK):
                    problems.append(f"{first} is named and cannot be run")
                continue
            done = subprocess.run(["bash", "-c", line], cwd=folder, env=environment, timeout=300,
                                  stdin=subprocess.DEVNULL, capture_output=True, text=True)
            print(f"  {done.returncode}  {line}")
            if done.returncode not in (0, 1, 3):
                problems.append(f"`{line}` exits {done.returncode}: {done.stderr.strip()[-300:]}")
    if count < 5:
        problems.append(f"only {count} commands found: is README.md right?")


def compare_tables(binary, problems):
    tables = re.findall(r"<!-- gpuproof list (\w+) -->\n(.*?)<!-- end -->", TEXT, re.S)
    if not tables:
        problems.append("README.md has no table of gpuproof list")
    for name, shown in tables:
        done = subprocess.run([binary, "list", name, "--markdown"], capture_output=True, text=True)
        if done.stdout.strip() != shown.strip():
            problems.append(f"the table of {name} differs from: gpuproof list {name} --markdown")


def check_links(problems):
    for target in re.findall(r"\]\(([^)#:]+)\)", TEXT):
        if not (ROOT / target).exists():
            problems.append(f"README.md links to {target}, which is not there")


def main():
    binary = str(pathlib.Path(sys.argv[1]).resolve())
    problems = []
    check_links(problems)
    compare_tables(binary, problems)
    run_commands(binary, problems)
    print("\n".join(problems) or "README.md is right")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
