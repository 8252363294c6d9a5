# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The checks themselves: each finds what it forbids and is silent about what it allows."""

import tempfile
import unittest
from pathlib import Path

import check_includes
import check_size
import check_text

SPDX = "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"


def findings_of(check, files):
    """The messages of `check` for a tree of {path: text}; the licence line is added."""
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            file = Path(root, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text((SPDX if path.endswith((".hpp", ".h", ".cpp", ".cu")) else "") + text)
        return [f"{path}:{line}: {message}" for path, line, message in check(root)]


class Includes(unittest.TestCase):
    def findings(self, path, header, **others):
        files = {path: f"#include <{header}>\n"}
        files.update({name.replace("__", "/") + ".hpp": text for name, text in others.items()})
        return findings_of(check_includes.check, files)

    def test_arrows_point_down(self):
        self.assertEqual(self.findings("core/heddle/lu/a.hpp", "heddle/base/error.hpp"), [])
        self.assertEqual(self.findings("core/heddle/levels/a.hpp", "heddle/symbolic/b.hpp"), [])
        self.assertEqual(self.findings("core/heddle/cli/a.cpp", "heddle/backends/traits.hpp"), [])
        self.assertEqual(self.findings("backends/heddle/backends/a.hpp",
                                       "heddle/cuda_native/format.h"), [])

    def test_reverse_arrows_are_found(self):
        for path, header in (("core/heddle/base/a.hpp", "heddle/io/read.hpp"),
                             ("core/heddle/symbolic/a.hpp", "heddle/levels/levelize.hpp"),
                             ("core/heddle/io/a.hpp", "heddle/ordering/b.hpp"),
                             ("core/instances/lu.cpp", "heddle/cli/main.hpp"),
                             ("core/heddle/lu/a.hpp", "heddle/cuda_native/format.h"),
                             ("backends/heddle/backends/a.hpp", "heddle/base/error.hpp"),
                             ("cuda_native/heddle/cuda_native/a.h", "heddle/base/error.hpp")):
            with self.subTest(path=path, header=header):
                found = self.findings(path, header)
                self.assertEqual(len(found), 1)
                self.assertIn("reverse arrow", found[0])

    def test_a_new_module_needs_an_entry(self):
        self.assertIn("no entry", self.findings("core/heddle/new/a.hpp", "heddle/base/b.hpp")[0])

    def test_detail_is_private(self):
        for room in ("tests", "perf", "examples"):
            found = self.findings(f"{room}/x/a.cpp", "heddle/lu/detail/numeric.hpp")
            self.assertIn("detail/ is private", found[0])
        self.assertEqual(self.findings("core/instances/lu.cpp", "heddle/lu/detail/a.hpp"), [])

    def test_kokkos_stays_out_of_files_that_know_none(self):
        direct = self.findings("core/heddle/io/read.cpp", "Kokkos_Core.hpp")
        self.assertIn("Kokkos comes in through Kokkos_Core.hpp", direct[0])
        nested = self.findings("core/heddle/ordering/a.hpp", "heddle/base/sparse.hpp",
                               core__heddle__base__sparse="#include <Kokkos_Core.hpp>\n")
        self.assertIn("Kokkos comes in through heddle/base/sparse.hpp", nested[0])
        promised = findings_of(check_includes.check, {
            "core/heddle/base/a.hpp": "/// Knows no Kokkos.\n#include <Kokkos_Core.hpp>\n"})
        self.assertEqual(len(promised), 1)
        self.assertEqual(self.findings("core/heddle/io/convert.cpp", "Kokkos_Core.hpp"), [])

    def test_cuda_stays_in_its_room(self):
        self.assertEqual(len(self.findings("core/heddle/lu/a.hpp", "cuda_runtime.h")), 1)
        self.assertEqual(self.findings("cuda_native/heddle/cuda_native/a.cu", "cub/cub.cuh"), [])
        self.assertIn(".cu files", findings_of(check_includes.check,
                                               {"core/heddle/lu/a.cu": "int a;\n"})[0])


class Text(unittest.TestCase):
    def test_forbidden_lines_are_found(self):
        for path, line in (("core/CMakeLists.txt", "set(a ${CMAKE_SOURCE_DIR})"),
                           ("core/CMakeLists.txt", "include_directories(a)"),
                           ("core/heddle/lu/a.hpp", "#ifdef KOKKOS_ENABLE_CUDA"),
                           ("core/heddle/lu/a.hpp", 'static Kokkos::View<int*> v("label", 3);'),
                           ("core/heddle/lu/a.hpp", "static View<int*, Memory> cache;"),
                           ("core/heddle/lu/a.hpp", 'Kokkos::fence("all");'),
                           ("core/heddle/lu/a.hpp", "Kokkos::initialize();"),
                           ("core/heddle/lu/a.hpp", "std::cout << 1;"),
                           ("core/heddle/lu/a.hpp", 'std::printf("x");'),
                           ("core/heddle/lu/a.hpp", "std::exit(1);"),
                           ("tests/lu/a.cpp", 'read("/' + 'root/matrix.mtx");'),
                           ("README.md", "see /" + "home/me/heddle"),
                           ("perf/a.cpp", "// TO" + "DO later"),
                           ("perf/a.cpp", "int a;\tint b;"),
                           ("perf/a.cpp", "int a; ")):
            with self.subTest(path=path, line=line):
                spdx = "# " + SPDX[3:] if path.endswith("CMakeLists.txt") else ""
                self.assertEqual(len(findings_of(check_text.check, {path: spdx + line + "\n"})), 1)

    def test_allowed_lines_are_not(self):
        for path, line in (("backends/heddle/backends/a.hpp", "#ifdef KOKKOS_ENABLE_CUDA"),
                           ("core/heddle/lu/a.hpp", "static Kokkos::View<int*> make(int n);"),
                           ("core/heddle/lu/a.hpp", 'exec.fence("heddle::lu::wait");'),
                           ("core/heddle/lu/a.hpp", 'std::snprintf(text, 9, "x");'),
                           ("core/heddle/cli/a.cpp", "std::cout << 1;"),
                           ("tests/a.cpp", "Kokkos::ScopeGuard guard;")):
            with self.subTest(path=path, line=line):
                self.assertEqual(findings_of(check_text.check, {path: line + "\n"}), [])

    def test_licence_line_and_end_of_file(self):
        script = "#!/bin/sh\n# " + SPDX[3:] + "true\n"
        self.assertEqual(findings_of(check_text.check, {"quickstart": script}), [])
        self.assertEqual(len(findings_of(check_text.check, {"quickstart": "#!/bin/sh\ntrue\n"})), 1)
        self.assertEqual(len(findings_of(check_text.check, {"core/x.cmake": "set(a b)\n"})), 1)
        self.assertEqual(len(findings_of(check_text.check, {"core/x.hpp": "int a;"})), 1)
        self.assertEqual(len(findings_of(check_text.check, {"core/x.hpp": "int a;\n\n"})), 1)


class Size(unittest.TestCase):
    TEXT = """
namespace n {
struct S final : Base<int(char)> {
  S(int a, int b) : a_{a}, b_(b) {
    use("}");  // }
  }
  int size() const noexcept { return 1'000; }
  std::vector<int> list{1, 2};
};
template <class T>
  requires C<T>
auto long_one(T t) -> std::vector<T> {
  if (t) {
    auto f = [&](int i) { return i; };
  }
  return {};
}
enum class E { a, b };
}  // namespace n
TEST(Suite, name) {
}
"""

    def test_functions_are_found_with_their_lengths(self):
        self.assertEqual([(name, length) for name, _, length in check_size.functions(self.TEXT)],
                         [("S", 3), ("size", 1), ("long_one", 8), ("TEST", 2)])

    def test_lines_are_those_of_the_file(self):
        self.assertEqual([line for _, line, _ in check_size.functions(self.TEXT)], [4, 7, 10, 20])

    def test_long_ones_are_found(self):
        body = "  f();\n" * 59
        self.assertEqual(len(findings_of(check_size.check, {"core/a.cpp": f"int g() {{\n{body}  f();\n}}\n"})), 1)
        self.assertEqual(findings_of(check_size.check, {"core/a.cpp": f"int g() {{\n{body[7:]}}}\n"}), [])
        self.assertEqual(len(findings_of(check_size.check, {"core/a.cpp": "int a;\n" * 400})), 1)


if __name__ == "__main__":
    unittest.main()
