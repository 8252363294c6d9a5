# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_docs.py finds what it must find, on a made-up tree."""

import contextlib
import io
import json
import pathlib
import tempfile
import unittest

import check_docs

SOURCE = """int main() {
  // [snippet body]
  int x = 1;
    x += 1;
  // [end]
}
"""
REQUEST = "<!-- snippet: examples/a/main.cpp body -->\n"
GOOD = REQUEST + "```cpp\nint x = 1;\n  x += 1;\n```\n"


class CheckDocsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.put("examples/a/main.cpp", SOURCE)
        self.put("core/docs/supported.md", "| CMake | 3.23 | 3.25 |\n")
        parts = [{"name": "CMake", "needs": "3.23", "tested": ["3.25"]}]
        self.put("core/docs/supported.json", json.dumps({"parts": parts}))

    def put(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")

    def check(self, readme, *options):
        self.put("README.md", readme)
        with contextlib.redirect_stdout(io.StringIO()) as out:
            code = check_docs.main([*options, str(self.root)])
        self.assertEqual(code, 0 if "agree" in out.getvalue() else 1)
        return out.getvalue()

    def test_a_true_page_passes(self):
        self.assertIn("agree", self.check(GOOD))

    def test_a_changed_block_is_found_and_rewritten(self):
        self.assertIn("line 2: differs", self.check(GOOD.replace("1;", "2;")))
        self.assertIn("agree", self.check(GOOD.replace("1;", "2;"), "--write"))
        self.assertEqual((self.root / "README.md").read_text(encoding="utf-8"), GOOD)

    def test_a_missing_snippet_or_file_is_found(self):
        self.assertIn("no snippet other", self.check(GOOD.replace("body", "other")))
        self.assertIn("no file examples/b", self.check(GOOD.replace("/a/", "/b/")))

    def test_untested_code_is_found(self):
        self.assertIn("not cut from a tested source", self.check("```cpp\nint y;\n```\n"))

    def test_a_dead_link_is_found(self):
        self.assertIn("link to nowhere.md", self.check("[page](nowhere.md#part)\n"))
        self.assertIn("agree", self.check("[page](https://example.org) [up](core/docs)\n"))

    def test_a_long_readme_is_found(self):
        self.assertIn("151 lines", self.check("line\n" * 151))

    def test_a_wrong_version_is_found(self):
        self.put("core/docs/supported.md", "| CMake | 3.23 | 3.26 |\n")
        self.assertIn("no row of CMake", self.check(GOOD))


if __name__ == "__main__":
    unittest.main()
