# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each public header compiles alone, and twice. Usage: check_headers.py <root> <build tree>

The compiler and its flags are those of probe.cpp in compile_commands.json of the build tree. Only
the syntax is checked: a header costs what Kokkos_Core.hpp takes to parse, about a second.
"""

import json
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOMS = ("core", "backends", "cuda_native")
# cli is the command, not an interface; those of cuda need its compiler, and come in by backends/.
PRIVATE = ("detail", "cli", "cuda")


def public_headers(root, build):
    """Include paths of the headers of all rooms, those that CMake configures among them."""
    found = set()
    for base in (root, build):
        for room in ROOMS:
            for path in Path(base, room, "heddle").rglob("*.h*"):
                header = path.relative_to(Path(base, room))
                if path.suffix in (".hpp", ".h") and not set(PRIVATE) & set(header.parts):
                    found.add(header.as_posix())
    return sorted(found)


def probe_command(build):
    """How probe.cpp is compiled, without its input and output."""
    entries = json.loads((Path(build) / "compile_commands.json").read_text(encoding="utf-8"))
    entry = next(entry for entry in entries if entry["file"].endswith("/tests/checks/probe.cpp"))
    command = shlex.split(entry["command"])
    kept, skip = [], False
    for part in command:
        if not skip and part not in ("-o", "-c") and part != entry["file"]:
            kept.append(part)
        skip = part == "-o"
    return kept


def complaint(command, header):
    """What the compiler says about a file that includes `header` twice and nothing else."""
    text = f"#include <{header}>\n#include <{header}>\n"
    done = subprocess.run(command + ["-fsyntax-only", "-Werror", "-x", "c++", "-"], input=text,
                          capture_output=True, text=True)
    return None if done.returncode == 0 else f"{header} does not compile alone:\n{done.stderr}"


def main():
    root, build = sys.argv[1:3]
    command = probe_command(build)
    headers = public_headers(root, build)
    with ThreadPoolExecutor(max_workers=2) as pool:
        complaints = [c for c in pool.map(lambda h: complaint(command, h), headers) if c]
    print("\n".join(complaints))
    print(f"{len(headers)} headers, {len(complaints)} complaint(s)")
    sys.exit(1 if complaints or not headers else 0)


if __name__ == "__main__":
    main()
