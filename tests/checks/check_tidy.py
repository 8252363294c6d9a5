# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""clang-tidy over the library. Usage: check_tidy.py <root> <build tree> [<part of a path>...]

Reads compile_commands.json of the build tree; where that lists no source of the library, or without
clang-tidy, the check is skipped (exit status 77). Only sources of core, backends and cuda_native are
looked at, and of generated ones those of one backend: the others hold the same text.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SKIPPED = 77
GENERATED = re.compile(r"/core/instances/\w+_(?!openmp)\w+\.cpp$")


def library_sources(root, build, parts):
    """Sources of the library in the compilation database whose path holds one of `parts`."""
    database = Path(build) / "compile_commands.json"
    entries = json.loads(database.read_text(encoding="utf-8")) if database.exists() else []
    rooms = tuple(os.path.join(base, room) + os.sep for base in (root, build)
                  for room in ("core", "backends", "cuda_native"))
    files = sorted({entry["file"] for entry in entries})
    return [file for file in files if file.startswith(rooms) and not GENERATED.search(file)
            and (not parts or any(part in file for part in parts))]


def tidy(program, root, build, file):
    headers = f"^{re.escape(root)}/(core|backends|cuda_native)/"
    done = subprocess.run([program, "-p", build, "--quiet", f"--header-filter={headers}", file],
                          capture_output=True, text=True)
    return done.returncode, done.stdout


def main():
    root, build = (os.path.realpath(path) for path in sys.argv[1:3])
    program = shutil.which("clang-tidy-14") or shutil.which("clang-tidy")
    files = library_sources(root, build, sys.argv[3:])
    if not program or not files:
        print("skipped: there is no clang-tidy, or no compile_commands.json (preset dev has it)")
        sys.exit(SKIPPED)
    failed = 0
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        for code, text in pool.map(lambda file: tidy(program, root, build, file), files):
            failed += code != 0
            print(text, end="")
    print(f"{len(files)} sources, {failed} with findings")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
