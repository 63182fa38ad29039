# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""kill -9 at random points: no record lost, the journal readable, --resume ends the run, and its
verdict is never better than that of a run left alone."""

import json
import random
import shutil
import signal
import subprocess
import time

from fixture import SHORT, CliTest, children, is_alive, main, results, wait_for, whole_lines

POINTS = 50
PATIENCE_S = 100  # on a slow machine fewer points are tried, and the number is printed
LEAST = 12
RANK = {"rejected": 0, "incomplete": 1, "accepted": 2}


class Kill(CliTest):
    def arguments(self, rejected):
        profile = {"schema": "gpuproof.profile/1", "id": "wishful", "kind": "machine",
                   "title": "a machine that this one is not", "gpu_count": 0,
                   "settings": [{"check": "cpu/cores", "comparison": "at_least",
                                 "value": "100000", "unit": "", "required": "yes",
                                 "source": "test", "date": "2026-11-30"}]}
        chosen = ["--profile", self.write("wishful.json", profile)] if rejected else []
        return [*SHORT, *chosen]

    def verdict(self, folder):
        return json.loads((folder / "report.json").read_text())["verdict"]

    def kill_after(self, delay, arguments):
        """Starts a run, kills it, and returns the whole lines that were on disk just before."""
        folder = self.place / "run"
        process = self.start("run", *arguments, "--out", folder)
        time.sleep(delay)
        helpers = children(process.pid)
        before = whole_lines(folder / "journal.jsonl")[1]
        process.send_signal(signal.SIGKILL)
        process.communicate()
        # Nobody is left to read what the helpers write: they must be gone by themselves.
        wait_for(lambda: not any(is_alive(pid) for pid in helpers), 5)
        return folder, before

    def check(self, folder, before, rejected, reference):
        lines, after = whole_lines(folder / "journal.jsonl")
        self.assertTrue(after.startswith(before), "a line that was on disk is gone")
        had_results = len(results(folder))
        if not (folder / "plan.json").exists():
            return "before the plan"
        if (folder / "report.json").exists() and lines and lines[-1]["type"] == "finished":
            self.assertEqual(self.verdict(folder), reference)
            return "after the end"
        ended = self.gpuproof("run", "--resume", folder, "--share")
        self.assertIn(ended.code, (0, 1, 3), ended.err)
        whole = whole_lines(folder / "journal.jsonl")[1]
        self.assertTrue(whole.startswith(after), "resuming changed what was there")
        self.assertGreaterEqual(len(results(folder)), max(2, had_results))
        verdict = self.verdict(folder)
        self.assertLessEqual(RANK[verdict], RANK[reference])
        if rejected:
            self.assertEqual(verdict, "rejected")
        self.assert_usage_error(self.gpuproof("run", "--resume", folder), "finished already")
        return "resumed"

    def test_kill_at_random_points(self):
        random.seed(20261130)
        reference, length = {}, 0
        for rejected in (False, True):
            began = time.monotonic()
            ended = self.gpuproof("run", *self.arguments(rejected), "--out", "reference")
            length = max(length, time.monotonic() - began)
            reference[rejected] = self.assert_verdict(ended, self.place / "reference")["verdict"]
            shutil.rmtree(self.place / "reference")
        self.assertEqual(reference, {False: "incomplete", True: "rejected"})
        counts, began = {}, time.monotonic()
        for point in range(POINTS):
            if time.monotonic() - began > PATIENCE_S and point >= LEAST:
                break
            rejected = point % 2 == 1
            with self.subTest(point=point):
                folder, before = self.kill_after(random.uniform(0, length),
                                                 self.arguments(rejected))
                where = self.check(folder, before, rejected, reference[rejected])
                counts[where] = counts.get(where, 0) + 1
            shutil.rmtree(self.place / "run", ignore_errors=True)
        print(f"killed {sum(counts.values())} runs of {length:.1f} s: {counts}")
        self.assertGreater(counts.get("resumed", 0), 0)


if __name__ == "__main__":
    main()
