# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""Options of `run`: what is refused, with which words, and that nothing is made then."""

from fixture import CliTest, main


class Options(CliTest):
    def refused(self, *args, parts):
        self.assert_usage_error(self.gpuproof("run", "--out", "made", *args), *parts)
        self.assertFalse((self.place / "made").exists())

    def test_words_that_mean_nothing(self):
        for args, parts in [
            (["--suite", "fast"], ["--suite fast", "quick, standard and full"]),
            (["--suite", "node"], ["node", "later version"]),
            (["--expect", "gpus=many"], ["gpus=many", "gpus=N"]),
            (["--expect", "8"], ["gpus=N"]),
            (["--gpus", "7"], ["--gpus 7"]),
            (["--gpus", "GPU-none"], ["GPU-none"]),
            (["--within", "soon"], ["--within soon", "90s"]),
            (["--within", "0s"], ["--within"]),
            (["--within", "-5m"], ["--within"]),
            (["--tag", "name"], ["name=value"]),
            (["--profile", "no-such-profile"], ["no-such-profile"]),
            (["--policy", "no-such-file.json"], ["no-such-file.json"]),
            (["--storage", "/no/such/place"], ["/no/such/place"]),
            (["--storage", "/dev/null"], ["/dev/null"]),
            (["--sysroot", "/no/such/tree"], ["/no/such/tree"]),
            (["--deadline-scale", "0"], ["--deadline-scale"]),
            (["--budget-scale", "nan"], ["--budget-scale"]),
            (["--no-such-option"], ["--no-such-option"]),
            (["--within"], ["--within"]),
        ]:
            with self.subTest(args=args):
                self.refused(*args, parts=parts)

    def test_names_that_are_empty_or_lead_nowhere(self):
        for verb in ("run", "judge run", "report run"):
            ended = self.gpuproof(*verb.split(), "--out", "")
            self.assert_usage_error(ended, "--out", "empty")
        self.refused("--library-path", "/no/such/folder", parts=["--library-path"])
        (self.place / "no-tree").mkdir()
        self.refused("--sysroot", "no-tree", parts=["no-tree", "record-machine"])

    def test_a_dry_run_looks_at_its_folder_too(self):
        self.write("file", "x")
        ended = self.gpuproof("run", "--dry-run", "--out", "file")
        self.assert_usage_error(ended, "is a file")

    def test_an_option_before_the_verb(self):
        self.assert_usage_error(self.gpuproof("--frob", "run"), "--frob", "gpuproof --help")

    def test_patterns_that_match_nothing(self):
        self.refused("--only", "nothing/*", parts=["--only nothing/*", "matches nothing"])
        self.refused("--skip", "host/raed", parts=["--skip host/raed", "did you mean host/read"])
        self.refused("--only", "launch/*", parts=["not part of this suite"])

    def test_what_later_versions_bring_is_told(self):
        for baseline in ["last", "label:golden"]:
            self.refused("--baseline", baseline, parts=["history", "later version"])
        self.refused("--baseline", "old-run", parts=["later version"])

    def test_broken_files_name_place_and_cause(self):
        broken = self.write("policy.json", '{"schema": "gpuproof.policy/1", "required": 3}')
        self.refused("--policy", broken, parts=["policy.json", "required"])
        profile = self.write("profile.json", "{")
        self.refused("--profile", profile, parts=["profile.json"])

    def test_resume_takes_no_option_that_shapes_a_plan(self):
        ended = self.gpuproof("run", "--resume", "x", "--suite", "full")
        self.assert_usage_error(ended, "--suite", "--resume")

    def test_dry_run_prints_every_step_with_its_time_and_makes_nothing(self):
        ended = self.gpuproof("run", "--dry-run", "--suite", "full", "--expect", "gpus=0")
        self.assertEqual(ended.code, 0, ended.err)
        self.assertIn("host/triad", ended.out)
        self.assertRegex(ended.out, r"\d+ steps")
        self.assertEqual(list(self.place.iterdir()), [])

    def test_simulated_machines_are_planned_without_host_and_storage(self):
        tree = self.place / "tree"
        (tree / "proc").mkdir(parents=True)
        ended = self.gpuproof("run", "--sysroot", tree, "--out", "sim", "--expect", "gpus=0")
        self.assertEqual(ended.code, 3, ended.err)
        self.assertIn("SIMULATED", ended.out)
        self.assertIn("SIMULATED", (self.place / "sim" / "report.html").read_text())
        self.assert_usage_error(
            self.gpuproof("run", "--sysroot", tree, "--storage", "/tmp"), "--storage")

    def test_hidden_verbs_are_of_no_use_by_hand(self):
        for verb in [["worker"], ["telemetry", "x.jsonl"]]:
            ended = self.gpuproof(*verb, close_fds=True)
            self.assert_usage_error(ended, "started by gpuproof run")
        self.assertNotIn("telemetry", self.gpuproof("--help").out)


if __name__ == "__main__":
    main()
