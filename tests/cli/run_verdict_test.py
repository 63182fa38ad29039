# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""What `run` says: exit code, last line and report.json agree, for each verdict."""

from fixture import SHORT, CliTest, main


class Verdicts(CliTest):
    def profile(self, **more):
        return self.write("profile.json", {
            "schema": "gpuproof.profile/1", "id": "here", "kind": "machine", "title": "t",
            "gpu_count": 0, **more})

    def expectation(self, value):
        return [{"key": "host/fma", "value": value, "unit": "GFLOP/s", "floor_ratio": 0.9,
                 "kind": "measured", "source": "test", "date": "2026-11-30"}]

    def test_a_part_that_is_missing_is_rejected(self):
        setting = {"check": "cpu/cores", "comparison": "at_least", "value": "100000", "unit": "",
                   "required": "yes", "source": "test", "date": "2026-11-30"}
        ended = self.gpuproof("run", *SHORT, "--out", "run", "--profile",
                              self.profile(settings=[setting]))
        report = self.assert_verdict(ended, self.place / "run")
        self.assertEqual(report["verdict"], "rejected")
        self.assertEqual(ended.code, 1)

    def test_an_unknown_number_of_gpus_is_incomplete_and_names_the_flag(self):
        ended = self.gpuproof("run", *SHORT, "--out", "run")
        self.assertEqual(self.assert_verdict(ended, self.place / "run")["verdict"], "incomplete")
        self.assertIn("--expect", ended.out)

    def test_deselected_items_count_as_gaps(self):
        ended = self.gpuproof("run", *SHORT, "--out", "run", "--expect", "gpus=0")
        report = self.assert_verdict(ended, self.place / "run")
        kinds = {item["key"]: item["skip"] for item in report["items"]}
        self.assertEqual(kinds["host/read"], "not_selected")

    def test_figures_above_their_floor_are_accepted_unless_disturbed(self):
        profile = self.profile(expect=self.expectation(0.001))
        policy = self.write("policy.json", {"schema": "gpuproof.policy/1",
                                            "required": {"*": "no", "host/fma": "yes"}})
        ended = self.gpuproof("run", *SHORT, "--out", "run", "--profile", profile,
                              "--policy", policy)
        report = self.assert_verdict(ended, self.place / "run")
        judged = [i for i in report["items"] if i["key"].startswith("host/fma{")]
        if all(item["outcome"] == "pass" for item in judged):
            self.assertEqual(report["verdict"], "accepted")
        else:  # other work beside the test: the tool must say so and not accept
            self.assertEqual(report["verdict"], "incomplete")
            self.assertIn("disturbed", ended.out)

    def test_strict_turns_a_warning_into_exit_1(self):
        policy = self.write("policy.json", {"schema": "gpuproof.policy/1",
                                            "required": {"*": "no"}})
        setting = {"check": "cpu/cores", "comparison": "at_least", "value": "100000", "unit": "",
                   "source": "test", "date": "2026-11-30"}
        ended = self.gpuproof("run", *SHORT, "--out", "run", "--strict", "--policy", policy,
                              "--profile", self.profile(settings=[setting]))
        self.assertEqual(ended.code, 1, ended.out)


if __name__ == "__main__":
    main()
