#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the API reference and fails on any warning of Doxygen.

  check_reference.py <doxygen> <source tree> <output folder> <version>
A type, function or enumeration without a comment is a warning. Fields and aliases are not: the comment of their
struct or group covers them; nor are moves.
"""

import os
import re
import subprocess
import sys

COVERED = re.compile(r"Member (.* \((variable|typedef|enumvalue)\)|.*&&\).*) of .* is not documented")


def main(doxygen, source, output, version):
    os.makedirs(output, exist_ok=True)
    run = subprocess.run([doxygen, "core/docs/Doxyfile"], cwd=source, text=True, check=False,
                         stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                         env=dict(os.environ, HEDDLE_DOCS=output, HEDDLE_VERSION=version))
    warnings = [line for line in run.stderr.splitlines()
                if line.strip() and not COVERED.search(line)]
    print("\n".join(line.replace(source + "/", "") for line in warnings) or
          f"no warnings; the reference is {output}/html/index.html")
    return 1 if warnings or run.returncode else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
