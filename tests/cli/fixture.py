# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""Black-box tests of the built binary: arguments in; output, exit code and files out."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

BINARY = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "gpuproof"

# The shortest real run: two steps of register-only work, beside whatever else runs here.
SHORT = ["--share", "--only", "host/fma", "--budget-scale", "0.01"]


class Ended:
    """What a command left: exit code, output, error output."""

    def __init__(self, done):
        self.code, self.out, self.err = done.returncode, done.stdout, done.stderr


class CliTest(unittest.TestCase):
    def setUp(self):
        self.place = pathlib.Path(tempfile.mkdtemp(prefix="gpuproof-cli-"))
        self.addCleanup(shutil.rmtree, self.place, ignore_errors=True)

    def gpuproof(self, *args, timeout=120, **how):
        how.setdefault("cwd", self.place)
        done = subprocess.run([BINARY, *map(str, args)], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, timeout=timeout, **how)
        return Ended(done)

    def start(self, *args, **how):
        """Leaves it running; whatever is left of its session ends with the test."""
        process = subprocess.Popen([BINARY, *map(str, args)], cwd=self.place, text=True,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, start_new_session=True, **how)
        self.addCleanup(end_session, process)
        return process

    def assert_usage_error(self, ended, *parts):
        """Exit 2 and one sentence that names these parts."""
        self.assertEqual(ended.code, 2, ended.err)
        self.assertEqual(len(ended.err.strip().splitlines()), 1, ended.err)
        for part in parts:
            self.assertIn(part, ended.err)

    def assert_verdict(self, ended, folder):
        """Exit code, last line and file say the same; returns the report."""
        report = json.loads((folder / "report.json").read_text())
        last = ended.out.strip().splitlines()[-1]
        self.assertIn(report["verdict"], last)
        self.assertEqual(ended.code, {"accepted": 0, "rejected": 1, "incomplete": 3}[
            report["verdict"]], ended.out)
        return report

    def write(self, name, value):
        file = self.place / name
        file.write_text(value if isinstance(value, str) else json.dumps(value))
        return file


def end_session(process):
    if process.poll() is None:
        process.kill()
    process.communicate()


def children(pid):
    """Live descendants that belong to this process, by the kernel's own list."""
    try:
        text = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return []
    return [int(word) for word in text.split()]


def command_of(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
    except OSError:
        return []


def child_named(pid, verb, patience=20):
    """The child of `pid` that runs this hidden verb, once it is there."""
    found = wait_for(lambda: [c for c in children(pid) if command_of(c)[1:2] == [verb]], patience)
    return found[0]


def wait_for(condition, patience=20):
    end = time.monotonic() + patience
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError("it did not come to pass within %s s" % patience)


def is_alive(pid):
    try:
        state = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


def whole_lines(file):
    """The journal as a reader may see it at any time: lines with their newline, and their bytes."""
    try:
        data = file.read_bytes()
    except OSError:
        return [], b""
    whole = data[: data.rfind(b"\n") + 1]
    return [json.loads(line) for line in whole.splitlines()], whole


def events(folder):
    return [line["event"] for line in whole_lines(folder / "journal.jsonl")[0] if "event" in line]


def results(folder):
    return [line["result"] for line in whole_lines(folder / "journal.jsonl")[0]
            if line["type"] == "result"]



def main():
    unittest.main(verbosity=1)
