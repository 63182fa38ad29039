# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""Where output goes wrong, and files that were changed: said in one sentence, never passed over."""

import json
import os
import subprocess

from fixture import BINARY, SHORT, CliTest, main


class Output(CliTest):
    def test_a_full_standard_output_is_an_error_although_the_verb_went_well(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([BINARY, "list", "metrics"], stdout=full, stderr=subprocess.PIPE,
                                  text=True, cwd=self.place)
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("standard output", done.stderr)

    def test_closed_standard_descriptors_do_not_end_up_as_files_of_the_run(self):
        def close_all():
            for fd in (0, 1, 2):
                os.close(fd)
        process = subprocess.Popen([BINARY, "run", *SHORT, "--expect", "gpus=0", "--out", "run"],
                                   cwd=self.place, preexec_fn=close_all)
        self.assertIn(process.wait(timeout=120), (0, 1, 3, 4))
        journal = (self.place / "run/journal.jsonl").read_text()
        for line in journal.splitlines():
            json.loads(line)

    def test_a_file_that_may_not_grow_is_told(self):
        done = subprocess.run(["bash", "-c", f"ulimit -f 8; {BINARY} run {' '.join(SHORT)} --out run"],
                              cwd=self.place, capture_output=True, text=True, timeout=120)
        self.assertIn(done.returncode, (2, 3, 4), done.stderr)
        self.assertIn("gpuproof", done.stderr)

    def test_snapshot_overwrites_nothing(self):
        self.write("machine.json", "mine")
        ended = self.gpuproof("snapshot", "--out", "machine.json")
        self.assert_usage_error(ended, "machine.json", "exists already")
        self.assertEqual((self.place / "machine.json").read_text(), "mine")

    def test_a_run_that_was_changed_afterwards(self):
        self.gpuproof("run", *SHORT, "--expect", "gpus=0", "--out", "run")
        telemetry = self.place / "run/telemetry.jsonl"
        telemetry.write_text(telemetry.read_text() + "rubbish\n")
        for verb in ("judge", "report"):
            self.assertIn("telemetry.jsonl was changed", self.gpuproof(verb, "run").err)
        judged = json.loads(self.gpuproof("judge", "run", "--format", "json").out)
        self.assertTrue(any("1 line of telemetry.jsonl" in note for note in judged["notes"]))

        report = json.loads((self.place / "run/report.json").read_text())
        report.update(verdict="accepted", reasons=[])
        report["items"][0].update(outcome="fail", required="yes")
        (self.place / "run/report.json").write_text(json.dumps(report))
        self.assert_usage_error(self.gpuproof("report", "run"), "report.json", "says accepted")

        profile = json.loads((self.place / "run/profile.json").read_text())
        profile["expect"] = [{"key": "host/fma", "value": 1, "unit": "GFLOP/s", "floor_ratio": -1,
                              "kind": "measured", "source": "test", "date": "2026-11-30"}]
        (self.place / "run/profile.json").write_text(json.dumps(profile))
        self.assert_usage_error(self.gpuproof("judge", "run"), "floor_ratio")


if __name__ == "__main__":
    main()
