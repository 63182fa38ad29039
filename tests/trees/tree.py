# SPDX-FileCopyrightText: the gpuproof authors
# SPDX-License-Identifier: Apache-2.0
"""A machine as a dictionary of paths, written out as a folder for --sysroot."""
import json
import os
import pathlib
import shutil


class Tree:
    def __init__(self):
        self.entries = {}  # machine path -> bytes, ("link", target) or None for a folder

    def file(self, path, content=""):
        """Text gets its final newline; bytes are kept as they are."""
        self.entries[path] = content if isinstance(content, bytes) else (content + "\n").encode()

    def files(self, folder, contents):
        for name, content in contents.items():
            self.file(f"{folder}/{name}", content)

    def link(self, path, target):
        """Targets are machine paths; written relative, they hold outside of the tree too."""
        if target.startswith("/"):
            target = os.path.relpath(target, os.path.dirname(path))
        self.entries[path] = ("link", target)

    def folder(self, path):
        self.entries[path] = None

    def answer(self, name, content=""):
        self.file(f"/.answers/{name}", content)

    def answer_json(self, name, value):
        self.answer(name, json.dumps(value, indent=1))

    def remove(self, *prefixes):
        """Each path and all below it."""
        for path in list(self.entries):
            if any(path == p or path.startswith(p.rstrip("/") + "/") for p in prefixes):
                del self.entries[path]

    def write(self, directory):
        directory = pathlib.Path(directory)
        shutil.rmtree(directory, ignore_errors=True)
        for path, content in self.entries.items():
            target = directory / path.lstrip("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            if content is None:
                target.mkdir(parents=True, exist_ok=True)
            elif isinstance(content, tuple):
                target.symlink_to(content[1])
            else:
                target.write_bytes(content)
