# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""C++ files look as .clang-format says. Usage: check_format.py <root> [--fix]

Only version 14 decides, as versions differ; without it the check is skipped (exit status 77).
"""

import re
import shutil
import subprocess
import sys

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


def check(root, program):
    findings = []
    for source in find_sources(root):
        if not source.is_cpp or source.path.endswith(".in"):
            continue
        done = subprocess.run([program, "--style=file", str(source.absolute)],
                              capture_output=True, text=True, check=True)
        wanted = done.stdout.split("\n")
        for number, (has, want) in enumerate(zip(source.text.split("\n"), wanted), 1):
            if has != want:
                findings.append((source.path, number, f"clang-format wants: {want.strip()}"))
                break
    return findings


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
