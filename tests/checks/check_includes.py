# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Includes point one way. Usage: check_includes.py <root of the repository>

ARROWS is the only place that says who may include whom. A module may include what its arrows reach
in any number of steps, except through a room in OPAQUE.
"""

import re
import sys

from sources import find_sources, finish

ARROWS = {
    "cuda_native": (),
    "backends": ("cuda_native",),
    "base": ("backends",),
    "hash": ("base", "place"),  # place for build.hpp alone
    "io": ("base",),
    "ordering": ("base",),
    "graph": ("base",),
    "place": ("base",),
    "coloring": ("hash", "io", "ordering", "graph", "place"),
    "symbolic": ("hash", "io", "ordering", "graph", "place"),
    "levels": ("symbolic",),
    "jacobian": ("coloring",),
    "lu": ("symbolic", "levels"),
    "capi": ("lu", "jacobian"),
    "cli": ("lu", "jacobian"),
    "instances": ("lu", "jacobian", "capi"),  # a source may instantiate several compiled modules
}
OPAQUE = ("backends",)  # core reaches cuda_native only through what backends re-exports
USERS = ("tests", "perf", "examples")  # may include every module, but nobody's detail/
INSIDERS = ("tests/hash/",  # interleavings and layouts that no public call can force
            "tests/lu/test_supernodes.cpp",  # the order of subtractions decides bits, and is no offer
            "perf/lu/unified_memory_cuda.cpp")  # the library's kernel on memory it never uses

# Compiled by the host compiler in every build. Beside these, every file that says so in its head.
KOKKOS_FREE = re.compile(r"cuda_native/|core/heddle/ordering/|core/heddle/io/(?!convert\.)")
SAYS_KOKKOS_FREE = re.compile(r"\bknows? no Kokkos\b", re.IGNORECASE)

CUDA_HEADER = re.compile(r"(cuda|cublas|cusolver|cusparse|cub/|thrust/|nvtx|cooperative_groups)")
# The last one is a peer of a benchmark, called by its own name.
CUDA_ROOMS = re.compile(r"cuda_native/|backends/heddle/backends/cuda/|core/packaging/kokkos/|"
                        r"perf/hash/cub_dictionary\.hpp")
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')


def reachable(module):
    """Modules that `module` may include, itself among them."""
    found, waiting = {module}, list(ARROWS[module])
    while waiting:
        other = waiting.pop()
        if other not in found:
            found.add(other)
            waiting += () if other in OPAQUE else ARROWS[other]
    return found


def module_of(path):
    """The module that a path below the root belongs to; None for users and build files."""
    parts = path.split("/")
    if "heddle" in parts[:2] and len(parts) > 3:
        return parts[2] if parts[0] == "core" else parts[0]
    return "instances" if parts[:2] == ["core", "instances"] else None


def includes(source):
    for number, line in enumerate(source.lines, 1):
        if match := INCLUDE.match(line):
            yield number, match.group(1)


def check_arrow(source, number, header):
    """An include of ours that goes against the arrows."""
    parts = header.split("/")
    if parts[0] != "heddle" or len(parts) < 3:
        return
    room = source.path.split("/")[0]
    if room in USERS:
        if "detail" in parts and not source.path.startswith(INSIDERS):
            yield source.path, number, f"{room} must not include {header}: detail/ is private"
        return
    module = module_of(source.path)
    if module not in ARROWS:
        yield source.path, number, f"module {module} has no entry in the table of arrows"
    elif parts[1] not in reachable(module):
        yield source.path, number, f"{module} must not include {header}: reverse arrow"


def reaches_kokkos(header, headers, seen):
    """Whether `header` includes Kokkos, directly or through headers of ours."""
    if header.startswith("Kokkos"):
        return True
    if header in seen or header not in headers:
        return False
    seen.add(header)
    return any(reaches_kokkos(inner, headers, seen) for _, inner in includes(headers[header]))


def check(root):
    sources = [source for source in find_sources(root) if source.is_cpp]
    headers = {source.path.split("/", 1)[1]: source for source in sources
               if source.path.endswith((".hpp", ".h")) and "/heddle/" in source.path}
    findings = []
    for source in sources:
        head = "\n".join(source.lines[:20])
        free = KOKKOS_FREE.match(source.path) or SAYS_KOKKOS_FREE.search(head)
        if source.path.endswith(".cu") and not source.path.startswith("cuda_native/"):
            findings.append((source.path, 1, ".cu files live in cuda_native/ only"))
        for number, header in includes(source):
            findings += check_arrow(source, number, header)
            if free and reaches_kokkos(header, headers, set()):
                findings.append((source.path, number, f"Kokkos comes in through {header}, but this "
                                 "file is compiled without it"))
            if CUDA_HEADER.match(header) and not CUDA_ROOMS.match(source.path):
                findings.append((source.path, number, f"{header} belongs to cuda_native/ or "
                                 "backends/heddle/backends/cuda/"))
    return findings


if __name__ == "__main__":
    finish(check(sys.argv[1]))
