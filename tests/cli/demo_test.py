# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""gpuproof demo: finds the virtual GPU, says what is missing, and makes a run stamped SIMULATED."""
import json
import os
import pathlib
import shutil
import subprocess
import unittest

import fixture

BUILD = pathlib.Path(fixture.BINARY).parent.parent
SCENARIOS = BUILD / "vgpu/scenarios"


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

    @unittest.skipUnless((BUILD / "vgpu/lib/libcuda.so.1").exists(), "this build has no fake CUDA")
    def test_a_healthy_scenario_makes_a_report(self):
        folder = self.place / "run"
        ended = self.gpuproof("demo", "h100x1", "--out", folder, timeout=280)
        report = self.assert_verdict(ended, folder)
        self.assertTrue(report["simulated"])
        self.assertIn("SIMULATED", ended.out)
        self.assertIn("SIMULATED", (folder / "report.html").read_text())
        plan = json.loads((folder / "plan.json").read_text())
        self.assertEqual(plan["expected_gpus"], 1)


if __name__ == "__main__":
    fixture.main()
