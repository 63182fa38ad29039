#!/usr/bin/env python3
# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""A recorded machine says what the machine itself says: record_machine_test.py BINARY SOURCE TREES"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

BINARY, SOURCE, TREES = (pathlib.Path(arg).resolve() for arg in sys.argv[1:4])
RECORD = SOURCE / "scripts/record-machine"
# What differs from one second to the next, and what marks a recording.
CHANGING = {"available_bytes", "free_bytes", "load_1min", "steal_ticks", "pswpin", "pswpout", "wall_us",
            "taken_at", "covers_to_us", "swap_free_bytes", "hugepages_free", "simulated",
            "clock_error_us", "machine_checks"}


def steady(value, name=""):
    if isinstance(value, dict):
        return {k: steady(v, k) for k, v in value.items() if k not in CHANGING
                and not (name == "header" and k == "boottime_us")}
    if isinstance(value, list):
        return [steady(v) for v in value]
    return value


def snapshot(*options):
    done = subprocess.run([BINARY, "snapshot", *options], capture_output=True, check=True)
    return steady(json.loads(done.stdout))


def stamps(log):
    """The log without its stamps, which the recording brings to the steered clock; and these."""
    lines = log.get("lines", [])
    return [line.pop("boottime_us") for line in lines]


def machines():
    return sorted(path for path in TREES.iterdir() if path.is_dir())


class RecordMachine(unittest.TestCase):
    maxDiff = 4000

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.out = pathlib.Path(self.folder.name) / "machine"

    def tearDown(self):
        self.folder.cleanup()

    def record(self, *options):
        return subprocess.run(["/usr/bin/python3", RECORD, *options, self.out], capture_output=True,
                              check=True, text=True)

    def compare(self, one, other):
        for a, b in zip(stamps(one["kernel_log"] or {}), stamps(other["kernel_log"] or {})):
            if a is not None and b is not None:
                self.assertLess(abs(a - b), 5000)
        self.assertEqual(one, other)

    def test_this_machine_recorded_whole(self):
        self.record("--no-redact")
        self.compare(snapshot(), snapshot("--sysroot", str(self.out)))

    def test_this_machine_recorded_redacted(self):
        self.record()
        live, recorded = snapshot("--redact"), snapshot("--sysroot", str(self.out))
        self.assertTrue(recorded["header"]["redacted"])
        self.compare(live, snapshot("--redact", "--sysroot", str(self.out)))

    def test_machines_with_tables_drives_and_gpus(self):
        trees = machines()
        self.assertTrue(trees)
        for tree in trees:
            with self.subTest(tree.name):
                self.out = pathlib.Path(self.folder.name) / tree.name
                self.record("--root", str(tree))
                self.compare(snapshot("--redact", "--sysroot", str(tree)),
                             snapshot("--redact", "--sysroot", str(self.out)))

    def test_nothing_that_names_the_machine_is_left(self):
        tree = machines()[-1]
        self.record("--root", str(tree))
        facts = json.loads(subprocess.run([BINARY, "snapshot", "--sysroot", str(tree)],
                                          capture_output=True, check=True).stdout)
        secrets = {facts["header"]["hostname"], facts["smbios"]["system"]["serial"],
                   facts["smbios"]["system"]["uuid"]}
        secrets |= {dimm["serial"] for dimm in facts["smbios"]["dimms"]}
        secrets |= {d["serial"] for d in facts["storage"]["devices"] if isinstance(d["serial"], str)}
        secrets = {secret.encode() for secret in secrets if secret}
        self.assertTrue(secrets)
        for path in self.out.rglob("*"):
            if path.is_file() and not path.is_symlink():
                for secret in secrets:
                    self.assertNotIn(secret, path.read_bytes(), path)

    def test_an_archive_and_a_place_that_is_taken(self):
        archive = pathlib.Path(self.folder.name) / "machine.tar.gz"
        self.out = archive
        self.record("--root", str(machines()[0]))
        self.assertEqual(archive.read_bytes()[:2], b"\x1f\x8b")
        again = subprocess.run(["/usr/bin/python3", RECORD, archive], capture_output=True, text=True)
        self.assertEqual(again.returncode, 2)
        self.assertIn("exists already", again.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
