# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""GPU facts of the shipped binary, over NVML of the virtual GPU: what is asked, what is missing, and
what a call that fails, answers zeros or blocks does to the rest."""

import json
import os
import pathlib
import unittest

import fixture

VGPU = pathlib.Path(fixture.BINARY).parent.parent / "vgpu"


@unittest.skipUnless((VGPU / "lib/libnvidia-ml.so.1").exists(), "this build has no virtual GPU")
class GpuFacts(fixture.CliTest):
    def ask(self, verb, *args, scenario="h100x8", faults=(), change=None):
        folder = self.place / "scenario"
        folder.mkdir(exist_ok=True)
        self.write("scenario/scenario.json", {
            "from": str(VGPU / "scenarios" / scenario), "faults": list(faults),
            "change": change or {}})
        return self.gpuproof(verb, "--sysroot", VGPU / "scenarios" / scenario / "machine",
                             "--library-path", VGPU / "lib", *args,
                             env=dict(os.environ, VGPU_SCENARIO=str(folder)))

    def facts(self, **how):
        ended = self.ask("snapshot", **how)
        self.assertEqual(ended.code, 0, ended.err)
        snapshot = json.loads(ended.out)
        self.assertTrue(snapshot["header"]["simulated"])
        return snapshot["gpu"]

    def doctor(self, **how):
        ended = self.ask("doctor", "--json", **how)
        return ended, {item["key"]: item for item in json.loads(ended.out)["items"]}

    def test_a_sound_machine_passes_and_every_gpu_has_its_identity(self):
        gpus = self.facts()["devices"]
        self.assertEqual(len({gpu["uuid"] for gpu in gpus}), 8)
        self.assertEqual([gpu["pci_address"] for gpu in gpus],
                         sorted(gpu["pci_address"] for gpu in gpus))
        first = gpus[0]
        self.assertEqual(first["compute_capability"], "9.0")
        self.assertEqual(len(first["nvlinks"]), 18)
        self.assertEqual(first["samples"][0]["when"], "idle")
        ended, items = self.doctor()
        self.assertEqual(ended.code, 0, ended.out)
        self.assertEqual(items["gpu/ecc{gpu=0}"]["outcome"], "pass")

    def test_what_a_product_lacks_is_null_and_not_zero(self):
        gpu = self.facts(scenario="rtx3060")["devices"][0]
        for name in ("ecc_current", "ecc_uncorrected_volatile", "nvlinks", "mig_mode",
                     "remap_pending"):
            self.assertIsNone(gpu[name], name)

    def test_a_call_that_fails_is_a_fact_that_cannot_be_read(self):
        fault = {"kind": "nvml", "call": "nvmlDeviceGetPersistenceMode", "gpu": 2,
                 "error": "NVML_ERROR_UNKNOWN"}
        gpus = self.facts(faults=[fault])["devices"]
        self.assertIn("NVML_ERROR_UNKNOWN", gpus[2]["persistence"]["unreadable"])
        self.assertIs(gpus[1]["persistence"], True)

    def test_a_lost_gpu_is_found_by_its_place_on_the_bus(self):
        ended, items = self.doctor(faults=[{"kind": "gpu_lost", "gpu": 3}])
        self.assertEqual(ended.code, 1, ended.out)
        self.assertEqual(items["gpu/inventory{gpu=3}"]["outcome"], "fail")
        self.assertEqual(items["gpu/usable{gpu=2}"]["outcome"], "pass")

    def test_a_driver_that_blocks_ends_at_the_deadline(self):
        fault = {"kind": "nvml", "call": "nvmlDeviceGetCount_v2", "block_s": 600}
        ended = self.ask("doctor", "--json", "--facts-deadline", "2", faults=[fault])
        items = {item["key"]: item for item in json.loads(ended.out)["items"]}
        self.assertEqual(items["gpu/nvml"]["outcome"], "error")
        self.assertIn("no answer within 2", items["gpu/nvml"]["observed"])
        self.assertEqual(ended.code, 3)

    def test_a_tree_is_never_mixed_with_a_real_driver(self):
        ended = self.gpuproof("snapshot", "--sysroot", VGPU / "scenarios/h100x8/machine")
        gpu = json.loads(ended.out)["gpu"]
        self.assertIsNone(gpu["devices"])
        self.assertIsNone(gpu["nvml_result"])


if __name__ == "__main__":
    fixture.main()
