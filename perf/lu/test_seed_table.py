# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of ratios, from runs made up by hand."""

import contextlib
import io
import json
import os
import tempfile
import unittest

import seed_table


def run(name, time, unit="ms", aggregate="median"):
    return {"run_name": f"{name}/real_time", "aggregate_name": aggregate, "real_time": time,
            "time_unit": unit}


class SeedTable(unittest.TestCase):
    def output(self, runs, *options):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "seed.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump({"benchmarks": runs}, file)
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = seed_table.main([path, *options])
        return code, out.getvalue(), err.getvalue()

    def test_ratios_of_medians_whatever_the_units(self):
        code, out, _ = self.output([run("symbolic/fill2/A/cuda", 2000, "us"),
                                    run("symbolic/fill2/A/serial", 8),
                                    run("symbolic/fill2/A/serial", 1, aggregate="mean"),
                                    run("symbolic/row_merge/A/serial", 1)])
        self.assertEqual(code, 0)
        rows = {line.rsplit(None, 1)[0]: line.split()[-1] for line in out.splitlines()}
        self.assertEqual(rows["b: fill2 device / fill2 host"], "0.25")
        self.assertEqual(rows["b: fill2 device / row merge host"], "2")
        self.assertEqual(len(rows), 3)  # the heading too; what was not measured has no row

    def test_the_fastest_of_several_and_gaps(self):
        code, out, _ = self.output([run("symbolic/etree_filter/A/openmp", 3),
                                    run("symbolic/row_merge/A/serial", 6),
                                    run("symbolic/etree_filter/A/serial", 4),
                                    run("levels/kahn/B/openmp", 5),
                                    run("levels/ascending/B/serial", 2)],
                                   "--device=openmp", "--markdown")
        self.assertEqual(code, 0)
        self.assertIn("| ratio | A | B |", out)
        self.assertIn("| b: filter device / best host | 0.75 | - |", out)
        self.assertIn("| d: Kahn device / host pass | - | 2.5 |", out)

    def test_nothing_to_compare(self):
        code, out, err = self.output([run("symbolic/fill2/A/serial", 1)])
        self.assertEqual((code, out), (1, ""))
        self.assertIn("nothing to compare", err)


if __name__ == "__main__":
    unittest.main()
