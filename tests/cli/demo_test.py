# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""gpuproof demo: finds the virtual GPU, says what is missing, and makes a run stamped SIMULATED."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import unittest

import fixture

BUILD = pathlib.Path(fixture.BINARY).parent.parent
SCENARIOS = BUILD / "vgpu/scenarios"


needs_fakes = unittest.skipUnless((BUILD / "vgpu/lib/libcuda.so.1").exists(),
                                  "this build has no virtual CUDA driver")


class Demo(fixture.CliTest):
    def copy_of_binary(self):
        """The binary somewhere else: what lies beside it there is up to the test."""
        binary = self.place / "install/bin/gpuproof"
        binary.parent.mkdir(parents=True)
        shutil.copy2(fixture.BINARY, binary)
        return binary

    def installed(self):
        """As installed, with a library that is there and never loaded."""
        binary = self.copy_of_binary()
        libraries = self.place / "install/lib/gpuproof/vgpu"
        libraries.mkdir(parents=True)
        (libraries / "libcuda.so.1").touch()
        (self.place / "install/share/gpuproof").mkdir(parents=True)
        (self.place / "install/share/gpuproof/scenarios").symlink_to(SCENARIOS)
        return binary

    def demo(self, binary, *args):
        return fixture.Ended(subprocess.run([binary, "demo", *args], capture_output=True, text=True,
                                            stdin=subprocess.DEVNULL, timeout=120, cwd=self.place))

    def test_a_copy_without_the_virtual_gpu_says_so(self):
        self.assert_usage_error(self.demo(self.copy_of_binary()), "has no virtual GPU", "from source")

    def test_an_unknown_scenario_lists_those_that_are_there(self):
        self.assert_usage_error(self.demo(self.installed(), "h100x7"), "h100x7", "h100x1", "rtx3060")

    def test_a_folder_without_a_scenario(self):
        self.assert_usage_error(self.demo(self.installed(), "./nothing"), "scenario.json")

    def test_an_unreadable_scenario_names_the_place_inside(self):
        (self.place / "own").mkdir()
        self.write("own/scenario.json", {"from": 3})
        self.assert_usage_error(self.demo(self.installed(), "./own"), "/from")

    def test_the_folder_of_a_run_must_be_new(self):
        (self.place / "taken").mkdir()
        self.write("taken/file", "x")
        ended = self.demo(self.installed(), "--out", "taken")
        self.assertEqual(ended.code, 2, ended.err)
        self.assertIn("taken", ended.err)

    def test_the_plan_is_of_the_scenario(self):
        binary = self.installed()
        for scenario, gpus in (("h100x1", 1), ("rtx4090x2", 2), ("h100x8", 8)):
            ended = self.demo(binary, scenario, "--dry-run")
            self.assertEqual(ended.code, 0, ended.err)
            self.assertIn(f"SIMULATED: scenario {scenario} ({gpus} GPU", ended.err)
            planned, left_out = ended.out.split("Not tested by this suite")
            self.assertIn("memory/read", planned)
            self.assertIn("host/triad", left_out)

    def test_a_changed_scenario_keeps_the_machine(self):
        (self.place / "own").mkdir()
        self.write("own/scenario.json", {"from": str(SCENARIOS / "h100x8"), "about": "one is slow",
                                         "faults": [{"kind": "slow_link", "factor": 0.5, "gpu": 3}]})
        ended = self.demo(self.installed(), "./own", "--dry-run")
        self.assertEqual(ended.code, 0, ended.err)
        self.assertIn("one is slow", ended.err)

    @needs_fakes
    def test_a_healthy_scenario_makes_a_report(self):
        folder = self.place / "run"
        ended = self.gpuproof("demo", "h100x1", "--out", folder, timeout=280)
        report = self.assert_verdict(ended, folder)
        self.assertTrue(report["simulated"])
        self.assertIn("SIMULATED", ended.out)
        self.assertIn("SIMULATED", (folder / "report.html").read_text())
        plan = json.loads((folder / "plan.json").read_text())
        self.assertEqual(plan["expected_gpus"], 1)
        results = fixture.results(folder)
        found = {result["benchmark"]: result for result in results
                 if result["benchmark"].startswith("memory/")}
        self.assertEqual(set(found), {"memory/read", "memory/copy", "memory/triad"})
        self.assert_copies_are_those_of_the_link(results)
        for result in found.values():
            self.assertEqual(result["outcome"], "pass", result["message"])
            self.assertTrue(result["integrity"]["checked"])
            self.assertEqual(result["integrity"]["mismatches"], 0)
            # 5120 bits at 2 x 2619 MHz, of which the scenario gives 91 %, less a microsecond.
            self.assertAlmostEqual(result["metrics"][0]["value"] / (3352.32 * 0.91), 1, delta=0.01)
            nominal = int(result["method"]["bytes_per_array"])
            executed = int(result["conditions"]["executed_bytes_per_array"])
            self.assertEqual(nominal, 4096 * executed)

        self.assert_telemetry_follows_virtual_time(folder, found.values())

    def assert_copies_are_those_of_the_link(self, results):
        copies = [result for result in results if result["benchmark"].startswith("transfer/")]
        self.assertEqual(len(copies), 5)  # two directions, pinned and pageable, and both at once
        for result in copies:
            self.assertEqual(result["outcome"], "pass", result["message"])
            self.assertTrue(result["integrity"]["checked"])
            if result["labels"]["path"] != "pinned" or "bidirectional" in result["benchmark"]:
                continue
            # Gen5 x16 after encoding, of which the scenario gives 85 %, less the start of a copy.
            self.assertAlmostEqual(result["metrics"][0]["value"] / (63.0 * 0.85), 1, delta=0.02)

    def assert_telemetry_follows_virtual_time(self, folder, results):
        samples, _ = fixture.whole_lines(folder / "telemetry.jsonl")
        # It starts beside the first benchmark, and may come late where the machine is busy.
        seen = [result for result in results if result["started_s"] >= samples[0]["t"]]
        self.assertTrue(seen)
        for result in seen:
            window = [sample for sample in samples
                      if result["started_s"] <= sample["t"] <= result["ended_s"]]
            length = result["ended_s"] - result["started_s"]
            self.assertIn(len(window), (int(10 * length), int(10 * length) + 1))
            for sample in window:
                clocks = [value for name, value in sample["values"].items()
                          if name.startswith("gpu/") and name.endswith("/sm_mhz")]
                self.assertEqual(clocks, [1830])

    def own(self, base, *faults):
        (self.place / "own").mkdir(exist_ok=True)
        self.write("own/scenario.json", {"from": str(SCENARIOS / base), "faults": faults})
        return "./own"

    def demo_with(self, *faults, base="h100x1", options=(), **how):
        folder = self.place / "run"
        shutil.rmtree(folder, ignore_errors=True)
        ended = self.gpuproof("demo", self.own(base, *faults), "--out", folder, *options,
                              timeout=280, **how)
        report = self.assert_verdict(ended, folder)
        return report, {item["key"]: item for item in report["items"]}, ended

    def outcomes(self):
        """Of the memory benchmarks."""
        return {result["benchmark"]: result["outcome"]
                for result in fixture.results(self.place / "run")
                if result["benchmark"].startswith("memory/")}

    @needs_fakes
    def test_a_stuck_bit_is_rejected_by_name(self):
        report, items, ended = self.demo_with(
            *({"kind": "stuck_bit", "offset_bytes": 4096 + value, "bit": 3, "value": value}
              for value in (0, 1)))
        self.assertEqual(report["verdict"], "rejected")
        item = items["memory/copy/integrity{gpu=0,mode=alone}"]
        self.assertEqual(item["outcome"], "fail")
        self.assertIn("1650323000101", item["finding"])
        self.assertEqual(items["memory/copy{gpu=0,mode=alone}"]["outcome"], "error")
        self.assertIn("SIMULATED", ended.out)

    @needs_fakes
    def test_a_hang_is_an_error_of_its_benchmark_and_the_rest_goes_on(self):
        hang = {"kind": "hang", "at": "sync", "call": "stream_read"}
        report, items, _ = self.demo_with(hang, options=("--deadline-scale", "0.1"))
        self.assertEqual(self.outcomes(), {"memory/copy": "pass", "memory/read": "error",
                                           "memory/triad": "pass"})
        self.assertEqual(report["verdict"], "incomplete")
        self.assertIn("no result within",
                      items["memory/read{gpu=0,mode=alone}"]["finding"])

    @needs_fakes
    def test_a_dead_context_ends_its_worker_alone(self):
        failure = {"kind": "launch_error", "code": 719, "call": "stream_read"}
        _, items, _ = self.demo_with(failure)
        self.assertEqual(self.outcomes(), {"memory/copy": "pass", "memory/read": "error",
                                           "memory/triad": "pass"})
        self.assertIn("CUDA_ERROR_LAUNCH_FAILED",
                      items["memory/read{gpu=0,mode=alone}"]["finding"])

    @needs_fakes
    def test_a_gpu_that_is_lost_is_missing(self):
        report, items, _ = self.demo_with({"kind": "gpu_lost", "gpu": 0, "after_launches": 300})
        self.assertEqual(report["verdict"], "rejected")
        self.assertEqual(items["gpu/inventory{gpu=0}"]["outcome"], "fail")

    @needs_fakes
    def test_a_killed_worker_costs_its_benchmark_and_holds_up_no_time(self):
        folder = self.place / "run"
        slow = {**os.environ, "VGPU_REPEATS": "execute"}
        run = self.start("demo", "rtx3060", "--out", folder, env=slow)
        fixture.wait_for(lambda: fixture.whole_lines(folder / "telemetry.jsonl")[0])
        # Not one of those that read facts: they have more words.
        worker = fixture.wait_for(lambda: [
            child for child in fixture.children(run.pid)
            if [word for word in fixture.command_of(child)[1:] if word] == ["worker"]])[0]
        os.kill(worker, signal.SIGKILL)
        run.communicate(timeout=120)
        self.assertEqual(self.outcomes(), {"memory/copy": "error", "memory/read": "pass",
                                           "memory/triad": "pass"})
        killed = fixture.results(folder)[0]
        self.assertIn("SIGKILL", killed["message"])

    @needs_fakes
    def test_a_driver_without_a_function_is_unavailable_by_name(self):
        own = self.own("h100x1", {"kind": "missing_symbol", "symbol": "cuMemAlloc_v2"})
        binary, folder = self.installed(), self.place / "run"
        libraries = self.place / "install/lib/gpuproof/vgpu"
        shutil.rmtree(libraries)
        make = pathlib.Path(__file__).parent.parent / "vgpu/machines/make_libraries.py"
        subprocess.run([sys.executable, make, self.place / own, BUILD / "vgpu/lib", libraries],
                       check=True)
        report = self.assert_verdict(self.demo(binary, own, "--out", folder), folder)
        self.assertEqual(report["verdict"], "incomplete")
        item = next(item for item in report["items"] if item["key"].startswith("memory/copy{"))
        self.assertEqual((item["outcome"], item["skip"]), ("skip", "unavailable"))
        self.assertIn("lacks cuMemAlloc_v2", item["finding"])

    @needs_fakes
    def test_the_raw_front_says_that_it_is_simulated(self):
        virtual = {**os.environ, "VGPU_SCENARIO": str(SCENARIOS / "h100x1"),
                   "LD_LIBRARY_PATH": str(BUILD / "vgpu/lib")}
        for output in ("console", "csv", "json"):
            ended = self.gpuproof("bench", "--filter", "memory/copy", "--format", output,
                                  env=virtual)
            self.assertEqual(ended.code, 0, ended.err)
            self.assertIn("SIMULATED", ended.out, output)

    @needs_fakes
    def test_one_bad_gpu_of_eight_is_named_and_the_others_are_measured(self):
        report, items, _ = self.demo_with({"kind": "wrong_sm", "sm": 9, "gpu": 5,
                                           "call": "stream_copy"}, base="h100x8")
        self.assertEqual(report["verdict"], "rejected")
        for gpu in range(8):
            item = items[f"memory/copy/integrity{{gpu={gpu},mode=together}}"]
            self.assertEqual(item["outcome"], "fail" if gpu == 5 else "pass", item)

    @needs_fakes
    def test_executing_repeated_calls_makes_the_same_records(self):
        records = []
        for how in ("execute", "charge"):
            self.demo_with(base="rtx3060", env={**os.environ, "VGPU_REPEATS": how})
            records.append(fixture.results(self.place / "run"))
            for record in records[-1]:
                for stamp in ("started_s", "ended_s", "pid"):
                    record.pop(stamp)
        self.assertEqual(len(records[0]), 8)
        self.assertEqual(records[0], records[1])


if __name__ == "__main__":
    fixture.main()
