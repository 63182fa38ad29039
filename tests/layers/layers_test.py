#!/usr/bin/env python3
"""Rooms include only their arrows, and style rules that a machine can read (CONTRIBUTING.md)."""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()

# The table of docs/rooms.md: a room may include itself and what it names here.
ARROWS = {
    "kernels": set(),
    "base": set(),
    "facts": {"base"},
    "record": {"facts", "base"},
    "machine": {"facts", "base"},
    "gpu": {"facts", "base"},
    "expect": {"facts", "record", "base", "profiles"},
    "checks": {"facts", "record", "expect", "base"},
    "measure": {"record", "facts", "base", "kernels"},
    "gpu_measure": {"measure", "gpu", "record", "facts", "base", "kernels"},
    "judge": {"expect", "record", "facts", "checks", "base"},
    "run": {"measure", "machine", "expect", "judge", "record", "facts", "checks", "base"},
    "profiles": {"base"},
    "bench": {"measure", "gpu_measure", "kernels", "record", "base"},
    "reports": {"record", "facts", "base"},
    "cli": {"run", "gpu", "judge", "checks", "expect", "measure", "machine", "record", "facts", "base",
            "profiles", "reports", "kernels"},
}
# Heavy headers stay behind their facades.
HEAVY = {
    "nlohmann/json.hpp": {"harness/base/json.cpp", "harness/base/codec.cpp"},
    "fmt/format-inl.h": {"harness/base/format.cpp"},
    "CLI/CLI.hpp": "harness/cli/",
    "benchmark/benchmark.h": "harness/measure/",
    "cuda.h": "harness/gpu/",
}
BANNED_NAMES = {"common", "utils", "util", "core", "misc", "helpers"}
EXIT_CALL = re.compile(r"(?<![\w:.>])(?:std::|::)?(?:exit|abort|quick_exit)\s*\(")
LIMIT_LINES = 400


def room_of(path):
    parts = path.relative_to(ROOT).parts
    return parts[1] if parts[0] == "harness" else parts[0]


def sources(*folders):
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".h", ".cpp", ".cu"):
                yield path


def check_includes(path, text, problems):
    room, name = room_of(path), str(path.relative_to(ROOT))
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r'\s*#\s*include\s+[<"]([^>"]+)[>"]', line)
        if not match:
            continue
        target = match.group(1)
        allowed = HEAVY.get(target)
        if allowed and not (name in allowed if isinstance(allowed, set) else name.startswith(allowed)):
            problems.append(f"{name}:{number}: {target} belongs behind its facade")
        if target.startswith("fmt/") and target not in ("fmt/core.h", "fmt/format-inl.h"):
            problems.append(f"{name}:{number}: include fmt/core.h only")
        parts = target.split("/")
        if parts[0] not in ("harness", "kernels", "bench", "reports"):
            continue
        other = parts[1] if parts[0] == "harness" else parts[0]
        if other != room and other not in ARROWS[room]:
            problems.append(f"{name}:{number}: {room} may not include {other}")
        if not (ROOT / target).exists():
            problems.append(f"{name}:{number}: {target} does not exist")


def check_style(path, text, problems):
    name = str(path.relative_to(ROOT))
    lines = text.splitlines()
    if len(lines) < 2 or "SPDX-FileCopyrightText" not in lines[0] or "SPDX-License" not in lines[1]:
        problems.append(f"{name}: the two SPDX lines are missing")
    if len(lines) > LIMIT_LINES:
        problems.append(f"{name}: {len(lines)} lines; split it (limit {LIMIT_LINES})")
    if BANNED_NAMES & {part.split(".")[0] for part in path.relative_to(ROOT).parts}:
        problems.append(f"{name}: name it by its noun")
    if path.suffix == ".h" and "#pragma once" not in text:
        problems.append(f"{name}: #pragma once is missing")
    if name != "harness/cli/main.cpp":
        for number, line in enumerate(lines, 1):
            if EXIT_CALL.search(line.split("//")[0]):
                problems.append(f"{name}:{number}: only main may end the process")


def check_cmake(problems):
    """harness/CMakeLists.txt must not grant more than the table."""
    text = (ROOT / "harness/CMakeLists.txt").read_text()
    for room, needs in re.findall(r"gpuproof_room\((\w+)(?: TIMED)?(?: NEEDS ([\w ]+))?\)", text):
        extra = {n for n in needs.split()} - ARROWS[room] - {room}
        extra = {re.sub("kernels_(host|device)", "kernels", n) for n in extra} - ARROWS[room]
        if extra:
            problems.append(f"harness/CMakeLists.txt: {room} needs {sorted(extra)} beyond the table")


def main():
    problems, count = [], 0
    for path in sources("kernels", "harness", "bench", "reports"):
        text = path.read_text(encoding="utf-8")
        check_includes(path, text, problems)
        check_style(path, text, problems)
        count += 1
    check_cmake(problems)
    print("\n".join(problems))
    print(f"{count} files, {len(problems)} problems")
    if count < 50:
        print("too few files: is the path right?")
    return 1 if problems or count < 50 else 0


if __name__ == "__main__":
    sys.exit(main())
