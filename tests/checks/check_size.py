# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small files and small functions. Usage: check_size.py <root of the repository> [--report]

A brace-matching scan, not a parser: it knows namespaces, types, functions and constructor
initialisers. Lambdas count as lines of the function around them. --report prints the distribution.
"""

import re
import sys

from sources import find_sources, finish

MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 60
SCOPE = re.compile(r"\s*(inline\s+|typedef\s+)?(namespace|class|struct|union|enum|extern)\b")
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|R"\((?:.*?)\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'',
                   re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", re.MULTILINE)
NUMBER_SEPARATOR = re.compile(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])")


def blanked(text):
    """The text with comments, literals and directives blanked out, line breaks kept."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match.group(0))
    text = NUMBER_SEPARATOR.sub(" ", text)
    return DIRECTIVE.sub(blank, TOKEN.sub(blank, text))


def matching_brace(text, opening):
    """The position of the brace that closes the one at `opening`; the end if there is none."""
    depth = 0
    for position in range(opening, len(text)):
        depth += {"{": 1, "}": -1}.get(text[position], 0)
        if depth == 0:
            return position
    return len(text) - 1


def is_scope(head):
    """Whether a brace after `head` opens a namespace, a type or a linkage block."""
    template = re.compile(r"<[^<>]*>|\btemplate\b|\brequires\s+[\w:]+")
    while (shorter := template.sub("", head)) != head:
        head = shorter
    return SCOPE.match(head) is not None


def is_initialiser(head):
    """Whether a brace after `head` initialises a member: `Type(int x) : member_{`."""
    after = head[head.rfind(")") + 1:]
    return "->" not in after and re.search(r"(?<!:)[:,](?!:)\s*[\w:<>, ]+$", after) is not None


def functions(text):
    """Yields (name, first line, number of lines) of each function of a C++ text."""
    text = blanked(text)
    position, head_start = 0, 0
    while position < len(text):
        if text[position] in ";}":
            head_start = position + 1
        elif text[position] == "{":
            head = text[head_start:position].rstrip()
            closing = matching_brace(text, position)
            if is_scope(head):
                head_start = position + 1
            elif "(" not in head:  # an initialiser of a variable
                position = closing
            elif is_initialiser(head):
                position = closing
            else:
                first = text.count("\n", 0, head_start + len(text[head_start:position])
                                   - len(text[head_start:position].lstrip())) + 1
                last = text.count("\n", 0, closing) + 1
                name = re.search(r"([\w~:]+|operator\s*\S+)\s*\(", head)
                yield name.group(1) if name else "?", first, last - first + 1
                position, head_start = closing, closing + 1
        position += 1


def check(root):
    findings = []
    for source in find_sources(root):
        code = source.is_cpp or source.is_cmake or source.is_script
        if code and len(source.lines) > MAX_FILE_LINES:
            findings.append((source.path, 1, f"{len(source.lines)} lines; at most {MAX_FILE_LINES}"))
        if source.is_cpp:
            findings += [(source.path, line, f"{name} has {length} lines; at most "
                          f"{MAX_FUNCTION_LINES}") for name, line, length in functions(source.text)
                         if length > MAX_FUNCTION_LINES]
    return findings


def report(root):
    """Median and 90th percentile of files, functions and comments of the library."""
    library = [source for source in find_sources(root)
               if source.is_cpp and not source.path.startswith(("tests/", "perf/", "examples/"))]
    files = sorted(len(source.lines) for source in library)
    lengths = sorted(length for source in library for _, _, length in functions(source.text))
    comments = sum(line.lstrip().startswith("//") or " //" in line
                   for source in library for line in source.lines)
    for what, values in (("file", files), ("function", lengths)):
        print(f"{what} lines: median {values[len(values) // 2]}, "
              f"p90 {values[len(values) * 9 // 10]}, largest {values[-1]}, count {len(values)}")
    print(f"functions of at most 40 lines: {100 * sum(n <= 40 for n in lengths) / len(lengths):.1f} %")
    print(f"lines with a comment: {100 * comments / sum(files):.1f} %")


if __name__ == "__main__":
    if "--report" in sys.argv:
        report(sys.argv[1])
    finish(check(sys.argv[1]))
