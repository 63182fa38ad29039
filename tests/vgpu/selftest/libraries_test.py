# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""Libraries and symbols that a scenario takes away: libraries_test.py LIBRARIES MAKE_LIBRARIES"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

LIBRARIES, MAKE = map(pathlib.Path, sys.argv[1:3])


class Libraries(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="gpuproof-libraries-")
        self.addCleanup(scratch.cleanup)
        self.place = pathlib.Path(scratch.name)

    def make(self, *faults):
        (self.place / "scenario.json").write_text(json.dumps({"faults": faults}))
        return subprocess.run([sys.executable, MAKE, self.place, LIBRARIES, self.place / "lib"],
                              capture_output=True, text=True)

    def has(self, library, symbol):
        """In a process of its own: an object is loaded once."""
        code = f"import ctypes; ctypes.CDLL({str(self.place / 'lib' / library)!r}).{symbol}"
        return subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0

    def test_a_symbol_is_gone_and_its_neighbours_are_there(self):
        made = self.make({"kind": "missing_symbol", "symbol": "cuMemAlloc_v2"})
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertFalse(self.has("libcuda.so.1", "cuMemAlloc_v2"))
        self.assertTrue(self.has("libcuda.so.1", "cuMemFree_v2"))
        self.assertTrue(self.has("libnvidia-ml.so.1", "nvmlInit_v2"))

    def test_a_library_is_gone(self):
        made = self.make({"kind": "missing_library", "library": "libcuda"})
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertFalse((self.place / "lib/libcuda.so.1").exists())
        self.assertTrue(self.has("libnvidia-ml.so.1", "nvmlInit_v2"))

    def test_an_unknown_symbol_is_named(self):
        made = self.make({"kind": "missing_symbol", "symbol": "cuNoSuchThing"})
        self.assertEqual(made.returncode, 1)
        self.assertIn("cuNoSuchThing", made.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
