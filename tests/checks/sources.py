# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The files of the repository that the checks look at, and how their findings are printed."""

import os
import sys
from pathlib import Path

ROOMS = ("cuda_native", "backends", "core", "tests", "perf", "examples")
TOP_LEVEL = ("CMakeLists.txt", "CMakePresets.json", "quickstart", "README.md", "CHANGELOG.md",
             ".ci/run", ".clang-format", ".clang-tidy")
CPP = (".hpp", ".h", ".cpp", ".cu", ".cuh")
SKIPPED_FOLDERS = ("__pycache__", "data", "build", "corpus")


class Source:
    """One text file: its path from the root, with forward slashes, and its lines."""

    def __init__(self, root, path):
        self.path = path
        self.absolute = Path(root) / path
        self.text = self.absolute.read_text(encoding="utf-8")
        self.lines = self.text.splitlines()

    @property
    def is_cpp(self):
        return self.path.endswith(CPP) or self.path.endswith((".cpp.in", ".hpp.in"))

    @property
    def is_cmake(self):
        name = os.path.basename(self.path)
        return name == "CMakeLists.txt" or name.endswith((".cmake", ".cmake.in"))

    @property
    def is_script(self):
        return self.path.endswith((".py", ".sh")) or self.text.startswith("#!")


def find_sources(root):
    """All text files of the rooms and the listed ones at the top, sorted by path."""
    paths = [path for path in TOP_LEVEL if (Path(root) / path).is_file()]
    for room in ROOMS:
        for folder, folders, names in os.walk(Path(root) / room):
            folders[:] = [f for f in folders if f not in SKIPPED_FOLDERS]
            paths += [Path(folder, name).relative_to(root).as_posix() for name in names]
    sources = []
    for path in sorted(paths):
        try:
            sources.append(Source(root, path))
        except UnicodeDecodeError:
            pass  # not text: no rule applies
    return sources


def finish(findings):
    """Prints `path:line: message` for each finding and ends the program: 0 if there is none."""
    for path, line, message in sorted(findings):
        print(f"{path}:{line}: {message}")
    print(f"{len(findings)} finding(s)")
    sys.exit(1 if findings else 0)
