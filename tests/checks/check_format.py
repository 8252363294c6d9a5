# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""C++ files look as .clang-format says. Usage: check_format.py <root> [--fix]

Only version 14 decides, as versions differ; without it the check is skipped (exit status 77).
"""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from sources import find_sources, finish

VERSION = "14"
SKIPPED = 77


def find_clang_format():
    for name in (f"clang-format-{VERSION}", "clang-format"):
        if program := shutil.which(name):
            said = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
            if re.search(rf"version {VERSION}\.", said):
                return program
    return None


def first_difference(program, source):
    """The finding for a file that is not formatted; None for one that is."""
    done = subprocess.run([program, "--style=file", str(source.absolute)],
                          capture_output=True, text=True, check=True)
    lines = zip(source.text.split("\n"), done.stdout.split("\n"))
    for number, (has, want) in enumerate(lines, 1):
        if has != want:
            return source.path, number, f"clang-format wants: {want.strip()}"
    return None


def check(root, program):
    sources = [s for s in find_sources(root) if s.is_cpp and not s.path.endswith(".in")]
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        found = pool.map(lambda source: first_difference(program, source), sources)
    return [finding for finding in found if finding]


def main():
    program = find_clang_format()
    if not program:
        print(f"skipped: there is no clang-format {VERSION}")
        sys.exit(SKIPPED)
    findings = check(sys.argv[1], program)
    if "--fix" in sys.argv:
        for path, _, _ in findings:
            subprocess.run([program, "--style=file", "-i", path], cwd=sys.argv[1], check=True)
            print(f"formatted {path}")
        return
    finish(findings)


if __name__ == "__main__":
    main()
