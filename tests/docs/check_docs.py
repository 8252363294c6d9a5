#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Keeps the pages true: code in them is cut from tested sources, links lead somewhere.

A source marks a part with the comments "[snippet name]" and "[end]"; a page asks for it with
    <!-- snippet: examples/01_solve/main.cpp name -->
before a fenced block. Several names are put one after the other, parts of one name are joined.
  check_docs.py [root]          reports what differs and exits with 1
  check_docs.py --write [root]  brings the blocks of the pages up to date
C++ without such a comment is an error: nobody would notice when it stops to compile.
"""

import json
import pathlib
import re
import sys
import textwrap

REQUEST = re.compile(r"<!-- snippet: (\S+) ([\w ]+) -->")
LINK = re.compile(r"\]\((?!\w+:)([^)#]+)[^)]*\)")
README_LINES = 150


def parts_of(source):
    """name -> text of each marked part of a source, without its indentation."""
    parts, name, lines = {}, None, []
    for line in source.splitlines():
        start = re.search(r"\[snippet (\w+)\]", line)
        if start:
            name, lines = start.group(1), []
        elif name and line.strip().endswith("[end]"):
            parts[name] = parts.get(name, "") + textwrap.dedent("\n".join(lines)) + "\n"
            name = None
        elif name:
            lines.append(line)
    return parts


def wanted(root, request):
    """The text that a request stands for; raises ValueError if there is none."""
    path, names = request.group(1), request.group(2).split()
    if not (root / path).is_file():
        raise ValueError(f"no file {path}")
    parts = parts_of((root / path).read_text(encoding="utf-8"))
    missing = [name for name in names if name not in parts]
    if missing:
        raise ValueError(f"no snippet {missing[0]} in {path}")
    return "\n".join(parts[name] for name in names).rstrip("\n")


def checked_page(root, text):
    """(problems, the page as it should be)."""
    problems, result, lines, request = [], [], text.splitlines(), None
    index = 0
    while index < len(lines):
        line = lines[index]
        result.append(line)
        index += 1
        if not line.startswith("```"):
            request = REQUEST.fullmatch(line.strip()) or (request if not line.strip() else None)
            continue
        end = next((i for i in range(index, len(lines)) if lines[i].strip() == "```"), len(lines))
        block = lines[index:end]
        if request:
            try:
                new = wanted(root, request).splitlines()
                if new != block:
                    problems.append(f"line {index}: differs from {request.group(1)}")
                block = new
            except ValueError as problem:
                problems.append(f"line {index}: {problem}")
        elif line.strip() == "```cpp":
            problems.append(f"line {index}: C++ that is not cut from a tested source")
        result += block + lines[end:end + 1]
        index, request = end + 1, None
    return problems, "\n".join(result) + "\n"


def dead_links(page, text):
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.S)
    return [f"link to {link}, which is not there" for link in LINK.findall(prose)
            if not (page.parent / link).exists()]


def supported_versions(root):
    """The table of supported versions says what its machine-readable twin says."""
    folder = root / "core" / "docs"
    rows = (folder / "supported.md").read_text(encoding="utf-8").splitlines()
    parts = json.loads((folder / "supported.json").read_text(encoding="utf-8"))["parts"]
    return [f"core/docs/supported.md: no row of {part['name']} with {part['tested']}"
            for part in parts
            if not any(row.startswith(f"| {part['name']} |") and
                       all(f"{version} " in row for version in [part["needs"], *part["tested"]])
                       for row in rows)]


def main(arguments):
    write = "--write" in arguments
    roots = [argument for argument in arguments if argument != "--write"]
    root = pathlib.Path(roots[0]) if roots else pathlib.Path(__file__).parents[2]
    pages = [root / "README.md", *sorted(root.glob("core/docs/*.md")),
             *sorted(root.glob("examples/*/README.md"))]
    problems = []
    for page in pages:
        text = page.read_text(encoding="utf-8")
        found, new = checked_page(root, text)
        if write and new != text:
            page.write_text(new, encoding="utf-8")
            found, text = checked_page(root, new)[0], new
        found += dead_links(page, text)
        problems += [f"{page.relative_to(root)}: {problem}" for problem in found]
    length = len((root / "README.md").read_text(encoding="utf-8").splitlines())
    if length > README_LINES:
        problems.append(f"README.md: {length} lines, more than {README_LINES}")
    problems += supported_versions(root)
    print("\n".join(problems) or f"{len(pages)} pages agree with their sources")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
