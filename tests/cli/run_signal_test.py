# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""Signals to the run and to its parts: partial results, exit codes, named losses."""

import json
import os
import signal
import time

from fixture import CliTest, child_named, events, is_alive, main, results, wait_for, whole_lines

LONG = ["--share", "--only", "host/fma", "--budget-scale", "10", "--expect", "gpus=0"]
SEVERAL = ["--share", "--only", "host/fma", "--budget-scale", "0.5", "--expect", "gpus=0"]


class Signals(CliTest):
    def begin(self, *args):
        """A run whose first step is under way."""
        process = self.start("run", *args, "--out", "run")
        self.run_folder = self.place / "run"
        wait_for(lambda: "started" in [
            line["type"] for line in whole_lines(self.run_folder / "journal.jsonl")[0]])
        return process

    def report(self):
        return json.loads((self.run_folder / "report.json").read_text())

    def test_a_signal_ends_with_a_report_within_twenty_seconds(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with self.subTest(signal=number):
                process = self.begin(*LONG)
                worker = child_named(process.pid, "worker")
                began = time.monotonic()
                process.send_signal(number)
                out, err = process.communicate(timeout=30)
                self.assertLess(time.monotonic() - began, 20)
                self.assertEqual(process.returncode, 128 + number, err)
                self.assertEqual(self.report()["verdict"], "incomplete")
                self.assertIn("incomplete", out.strip().splitlines()[-1])
                self.assertIn("interrupted", events(self.run_folder))
                self.assertFalse(is_alive(worker))
                items = {item["key"]: item["outcome"] for item in self.report()["items"]}
                self.assertEqual(items["host/fma{dtype=fp32}"], "inconclusive")
                os.rename(self.run_folder, self.place / f"run-{number}")

    def test_a_stopped_worker_does_not_hold_up_the_end(self):
        process = self.begin(*LONG)
        worker = child_named(process.pid, "worker")
        os.kill(worker, signal.SIGSTOP)
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)
        self.assertLess(time.monotonic() - began, 20)
        self.assertEqual(process.returncode, 143)
        self.assertFalse(is_alive(worker))

    def test_a_killed_worker_is_an_error_of_its_benchmark_and_the_rest_goes_on(self):
        process = self.begin(*SEVERAL)
        os.kill(child_named(process.pid, "worker"), signal.SIGSEGV)
        out, err = process.communicate(timeout=120)
        first, second = results(self.run_folder)[:2]
        self.assertEqual((first["benchmark"], first["outcome"]), ("host/fma", "error"))
        self.assertIn("SIGSEGV", first["message"])
        self.assertEqual(second["outcome"], "pass")
        self.assertNotEqual(first["pid"], second["pid"])
        self.assertEqual(process.returncode, 3, err)
        self.assertIn("SIGSEGV", out)

    def test_a_hanging_worker_ends_at_its_deadline(self):
        process = self.begin(*SEVERAL, "--deadline-scale", "0.1")
        os.kill(child_named(process.pid, "worker"), signal.SIGSTOP)
        process.communicate(timeout=120)
        first, second = results(self.run_folder)[:2]
        self.assertEqual(first["outcome"], "error")
        self.assertIn("no result within", first["message"])
        self.assertEqual(second["outcome"], "pass")

    def test_dead_telemetry_is_told_and_costs_no_result(self):
        process = self.begin(*SEVERAL)
        os.kill(child_named(process.pid, "telemetry"), signal.SIGKILL)
        process.communicate(timeout=120)
        self.assertIn("telemetry_lost", events(self.run_folder))
        self.assertEqual([r["outcome"] for r in results(self.run_folder)][:2], ["pass", "pass"])

    def test_within_names_what_did_not_fit_and_the_run_is_incomplete(self):
        ended = self.gpuproof("run", *LONG, "--within", "8s", "--out", "run")
        self.assertEqual(ended.code, 3, ended.err)
        self.assertIn("within", events(self.place / "run"))
        self.assertIn("--within", ended.out)

    def test_a_reader_that_leaves_does_not_stop_the_run(self):
        process = self.begin(*SEVERAL)
        process.stdout.close()
        process.stderr.close()
        self.assertIn(process.wait(timeout=120), (0, 1, 3, 4))
        self.assertTrue((self.run_folder / "report.json").exists())


if __name__ == "__main__":
    main()
