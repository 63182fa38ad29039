# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""--out, locks and full disks: refused before anything ran, or reported in the end."""

import fcntl
import os
import pathlib
import subprocess
import threading
import time
import unittest

from fixture import SHORT, CliTest, children, events, main, wait_for, whole_lines


class Folder(CliTest):
    def refused(self, out, *parts):
        self.assert_usage_error(self.gpuproof("run", *SHORT, "--out", out), *parts)

    def test_a_file_a_run_and_foreign_content_are_refused(self):
        self.write("file", "x")
        self.refused("file", "is a file")
        self.refused("file/below", "cannot be made")
        (self.place / "photos").mkdir()
        self.write("photos/cat.jpg", "x")
        self.refused("photos", "is not empty")
        (self.place / "old").mkdir()
        self.write("old/report.json", "{}")
        self.refused("old", "holds a run already", "--resume")
        self.assertEqual((self.place / "old/report.json").read_text(), "{}")

    def test_a_place_that_cannot_be_written_is_refused(self):
        self.refused("/proc/gpuproof-run", "cannot be made")
        if os.geteuid() != 0:
            (self.place / "locked").mkdir(mode=0o555)
            self.refused("locked/run", "cannot be made")
            return
        (self.place / "locked").mkdir(mode=0o755)
        os.chmod(self.place, 0o755)
        nobody = lambda: (os.setgroups([]), os.setgid(65534), os.setuid(65534))
        ended = self.gpuproof("run", *SHORT, "--out", self.place / "locked/run", cwd="/",
                              preexec_fn=nobody)
        self.assert_usage_error(ended, "cannot be made")
        ended = self.gpuproof("run", *SHORT, "--out", self.place / "locked", cwd="/",
                              preexec_fn=nobody)
        self.assert_usage_error(ended, "cannot be written")

    def test_two_runs_in_one_folder(self):
        first = self.start("run", *SHORT[:-1], "10", "--out", "run")
        wait_for(lambda: (self.place / "run/journal.jsonl").exists())
        self.refused("run", "another gpuproof", f"process {first.pid}")
        ended = self.gpuproof("run", "--resume", "run")
        self.assert_usage_error(ended, "another gpuproof")

    def test_a_held_lock_is_told_with_its_holder_and_share_overrides(self):
        folder = pathlib.Path("/run/lock" if os.access("/run/lock", os.W_OK) else "/tmp")
        file = folder / "gpuproof-host.lock"
        with open(file, "r" if file.exists() else "w") as held:
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                holder = str(os.getpid())
            except BlockingIOError:
                holder = "process"  # somebody measures here right now: as good
            ended = self.gpuproof("run", *SHORT[1:], "--out", "run")
            self.assert_usage_error(ended, "another gpuproof", holder, "--share")
            self.assertFalse((self.place / "run").exists())
            self.assertIn(self.gpuproof("run", *SHORT, "--out", "run").code, (0, 1, 3))

    def test_a_run_leaves_every_file_and_hashes_that_hold(self):
        ended = self.gpuproof("run", *SHORT, "--out", "run", "--expect", "gpus=0", "--label", "L",
                              "--tag", "site=lab")
        report = self.assert_verdict(ended, self.place / "run")
        names = {file.name for file in (self.place / "run").iterdir()}
        self.assertTrue({"plan.json", "machine-before.json", "machine-after.json", "profile.json",
                         "journal.jsonl", "telemetry.jsonl", "attachments", "report.html",
                         "report.json"} <= names, names)
        self.assertFalse({name for name in names if name.startswith(".") or "tmp" in name})
        self.assertEqual(report["label"], "L")
        self.assertEqual(report["tags"], {"site": "lab"})
        for entry in report["inputs"]:
            done = subprocess.run(["sha256sum", self.place / "run" / entry["name"]],
                                  capture_output=True, text=True, check=True)
            self.assertEqual(done.stdout.split()[0], entry["sha256"], entry["name"])
        # Files written within one tick of the kernel's clock carry the same time.
        times = {file.name: file.stat().st_mtime_ns for file in (self.place / "run").iterdir()}
        self.assertEqual(times["report.json"], max(times.values()), times)


class FullDisk(CliTest):
    """A small tmpfs of its own, filled while the run goes."""

    def setUp(self):
        super().setUp()
        self.disk = self.place / "disk"
        self.disk.mkdir()
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "none", self.disk],
                              capture_output=True)
        if done.returncode != 0:
            self.skipTest("mounting needs root")
        self.addCleanup(subprocess.run, ["umount", "-l", self.disk], capture_output=True)

    def fill(self):
        with open(self.disk / "filler", "ab", buffering=0) as file:
            try:
                while True:
                    file.write(b"x" * 4096)
            except OSError:
                pass

    def test_a_full_disk_is_refused_at_the_start(self):
        self.fill()
        ended = self.gpuproof("run", *SHORT, "--out", self.disk / "run")
        self.assert_usage_error(ended, "--out", "No space left on device")

    def test_a_disk_that_fills_up_ends_the_run_with_a_report(self):
        run = self.disk / "run"
        process = self.start("run", "--share", "--only", "host/*", "--budget-scale", "0.2",
                             "--expect", "gpus=0", "--out", run)
        wait_for(lambda: len(whole_lines(run / "journal.jsonl")[0]) >= 2)
        stop = threading.Event()

        def keep_full():
            while not stop.is_set() and "disk_full" not in events(run):
                self.fill()
                time.sleep(0.05)

        filler = threading.Thread(target=keep_full)
        filler.start()
        out, err = process.communicate(timeout=120)
        stop.set()
        filler.join()
        self.assertIn("disk_full", events(run), err)
        self.assertEqual(process.returncode, 3, err)
        self.assertTrue((run / "report.json").exists(), err)
        self.assertIn("incomplete", out.strip().splitlines()[-1])
        self.assertIn("disk", out)


if __name__ == "__main__":
    main()
