# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lines that must not stand where they stand. Usage: check_text.py <root of the repository>

RULES is a table: a pattern, the files it applies to, the files it does not apply to, the message.
"""

import re
import sys

from sources import find_sources, finish

LIBRARY = r"(core/heddle|core/instances|backends|cuda_native)/"
COMMAND = r"core/heddle/cli/"
CHECKS = r"tests/checks/"  # these files have to spell what they forbid
CPP = r".*\.(hpp|h|cpp|cu|cpp\.in|hpp\.in)$"
CMAKE = r".*(CMakeLists\.txt|\.cmake(\.in)?)$"
EVERYTHING = r".*"
NOTHING = r"(?!)"

RULES = [
    (r"CMAKE_(SOURCE|BINARY)_DIR", CMAKE, NOTHING,
     "breaks embedding: use PROJECT_SOURCE_DIR or PROJECT_BINARY_DIR"),
    (r"\b(include_directories|link_libraries|add_definitions|add_compile_options)\s*\(", CMAKE,
     NOTHING, "directory-wide: set properties of targets"),
    (r"\bFetchContent_Declare|\bExternalProject_Add", CMAKE, r"tests/consumer/",
     "nothing is downloaded at configure time"),
    (r"\bKOKKOS_ENABLE_", CPP, r"backends/", "a preprocessor switch: ask a trait of backends/"),
    (r"\bstatic\s+(inline\s+|const\s+)*(Kokkos::)?(Dual)?View<[^;()]*>\s*(const\s+)?\w+\s*"
     r"(;|=|\{|\(\")", CPP, NOTHING, "a static View outlives Kokkos::finalize"),
    (r"\bKokkos::fence\s*\(", LIBRARY, NOTHING, "a global fence: exec.fence(label)"),
    (r"\bKokkos::(initialize|finalize|ScopeGuard)\b(?! first)", LIBRARY,
     COMMAND + r"|core/heddle/capi/status\.cpp",  # heddle_initialize
     "the library never initialises Kokkos"),
    (r"\bstd::(cout|cerr|clog)\b|\b(printf|fprintf|puts|putchar)\s*\(", LIBRARY, COMMAND,
     "the library never prints"),
    (r"(?<![.\w>])(abort|exit|_exit|terminate)\s*\(", LIBRARY,
     COMMAND + r"|core/heddle/hash/detail/generation\.hpp",  # devices cannot throw
     "the library never ends the program"),
    (r"(?<![\w.~])/(work|root|home|Users|scratch)/", EVERYTHING, NOTHING,
     "a path of one machine"),
    (r"\b(TODO|FIXME|XXX|HACK)\b", EVERYTHING, NOTHING, "finish it, or file it as an issue"),
    (r"\t", CPP, NOTHING, "a tab"),
    (r"[ \r]+$", EVERYTHING, r".*\.md$", "white space at the end of the line"),
]
SPDX = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"


def check_rules(source):
    if re.match(CHECKS, source.path):
        return
    for pattern, where, except_where, message in RULES:
        if not re.match(where, source.path) or re.match(except_where, source.path):
            continue
        for number, line in enumerate(source.text.split("\n"), 1):
            if re.search(pattern, line):
                yield source.path, number, message


def check_head_and_end(source):
    """The licence line comes first, after `#!` alone; a file ends with one line break."""
    if source.is_cpp or source.is_cmake or source.is_script:
        first = source.lines[1:2] if source.text.startswith("#!") else source.lines[0:1]
        if not first or SPDX not in first[0]:
            yield source.path, 1, f"the first line must be {SPDX}"
    if source.text and (not source.text.endswith("\n") or source.text.endswith("\n\n")):
        yield source.path, len(source.lines), "a file ends with exactly one line break"


def check(root):
    findings = []
    for source in find_sources(root):
        findings += check_rules(source)
        findings += check_head_and_end(source)
    return findings


if __name__ == "__main__":
    finish(check(sys.argv[1]))
