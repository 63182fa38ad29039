"""A short table of what gpu-check found, from the files it wrote."""
import json
import os
import sys


def read(folder, name):
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def parts_table(path):
    lines = ["| part | result | seconds | last line |", "|---|---|---|---|"]
    with open(path, encoding="utf-8") as file:
        for line in file:
            name, status, seconds, last = line.rstrip("\n").split("\t", 3)
            result = "ran" if status == "0" else f"missing (exit {status})"
            lines.append(f"| {name} | {result} | {seconds} | {last.replace('|', '/')} |")
    return lines


def findings(folder):
    lines = []
    driver = read(folder, "driver.json")
    if driver:
        names = ", ".join(d["name"] for d in driver["devices"])
        lines.append(f"- driver API {driver['version']}: {names}")
    nvml = read(folder, "nvml.json")
    for index, device in enumerate(nvml["devices"] if nvml else []):
        codes = [c.get("code", "missing") for c in device["calls"].values()]
        lines.append(f"- NVML device {index}: {codes.count(0)} of {len(codes)} calls answered")
    for key, value in sorted((read(folder, "timing.json") or {}).items()):
        shown = f"median {value['median']}" if isinstance(value, dict) else value
        lines.append(f"- {key}: {shown}")
    for name, image in sorted(((read(folder, "images.json") or {}).get("images") or {}).items()):
        lines.append(f"- {name}: load {image.get('load', 'not built')}, right {image.get('right')}")
    return lines


def main():
    folder, parts = sys.argv[1:3]
    print("\n".join(["# gpu-check", ""] + parts_table(parts) + [""] + findings(folder)))


if __name__ == "__main__":
    main()
