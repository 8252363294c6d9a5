# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compare.py on reports whose figures were worked out by hand."""

import io
import json
import os
import tempfile
import unittest

import compare


def runs(solver, times, error=1e-15, matrix="m", **more):
    name = f"lu/{matrix}/factor/{solver}/min_time:0.050/repeats:{len(times)}/real_time"
    return [dict(run_name=name, run_type="iteration", real_time=time, cpu_time=time / 2,
                 time_unit="us", backward_error=error, **more) for time in times]


def report(*groups):
    return {"context": {"processor": "a processor"}, "benchmarks": sum(groups, [])}


class CompareTest(unittest.TestCase):
    def output(self, content, *options, second=None):
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("new.json", "old.json")]
            for path, text in zip(paths, (content, second)):
                with open(path, "w", encoding="utf-8") as file:
                    json.dump(text, file)
            if second:
                options += ("--baseline", paths[1])
            out = io.StringIO()
            compare.main([paths[0], *options], out)
            return out.getvalue()

    def line(self, text, start):
        return next(line.split() for line in text.splitlines() if line.strip().startswith(start))

    def test_median_spread_and_ratio(self):
        text = self.output(report(runs("klu", [1000, 2000, 3000]),
                                  runs("heddle_serial", [8000, 4000, 5000])))
        self.assertIn("a processor", text)
        self.assertEqual(self.line(text, "m "), ["m", "2", "±100%", "5", "±80%", "2.5"])

    def test_cpu_time(self):
        text = self.output(report(runs("klu", [1000])), "--cpu-time")
        self.assertIn("time of the calling thread", text)
        self.assertEqual(self.line(text, "m "), ["m", "0.5", "±0%"])

    def test_cuda_is_compared_with_peers_and_hosts(self):
        text = self.output(report(runs("klu", [2000]), runs("heddle_serial", [4000]),
                                  runs("heddle_cuda", [1000])))
        self.assertEqual(self.line(text, "matrix")[-3:], ["serial/klu", "cuda/klu", "cuda/serial"])
        self.assertEqual(self.line(text, "m ")[-3:], ["2", "0.5", "0.25"])

    def test_geometric_mean(self):
        text = self.output(report(runs("klu", [1000]), runs("heddle_serial", [4000]),
                                  runs("klu", [1000], matrix="k"),
                                  runs("heddle_serial", [1000], matrix="k")))
        self.assertEqual(self.line(text, "geometric"), ["geometric", "mean", "2"])

    def test_bad_results_are_marked(self):
        for error in (1e-3, float("inf"), float("nan")):
            text = self.output(report(runs("heddle_serial", [1000], error=error)))
            self.assertEqual(self.line(text, "m "), ["m", "1", "±0%", "(!)"])

    def test_repaired_factorizations_are_marked(self):
        text = self.output(report(runs("heddle_serial", [1000], recovered=1.0)))
        self.assertEqual(self.line(text, "m "), ["m", "1", "±0%", "(r)"])

    def test_failures_are_shown_and_give_no_ratio(self):
        failed = runs("heddle_serial", [0], error_occurred=True, error_message="zero_pivot")
        text = self.output(report(runs("klu", [1000]), failed))
        self.assertEqual(self.line(text, "m "), ["m", "1", "±0%", "failed", "-"])
        self.assertIn("failed: lu/m/factor/heddle_serial: zero_pivot", text)

    def test_summary(self):
        text = self.output(report(runs("klu", [1000]), runs("umfpack", [100]),
                                  runs("heddle_serial", [400]), runs("heddle_cuda", [200]),
                                  runs("klu", [1000], matrix="k")), "--summary")
        self.assertIn("heddle_cuda over that of klu / umfpack / heddle_serial", text)
        lines = [line.split() for line in text.splitlines() if line.startswith("  m ")]
        self.assertEqual(lines, [["m", "0.4", "/", "4"], ["m", "0.2", "/", "2", "/", "0.5"]])
        self.assertIn(["k", "-", "/", "-"], [line.split() for line in text.splitlines()])
        self.assertEqual(self.line(text, "geometric"), ["geometric", "mean", "0.4", "/", "4"])

    def test_markdown(self):
        text = self.output(report(runs("klu", [1000]), runs("heddle_serial", [500])), "--markdown")
        self.assertIn("| m | 1 ±0% | 0.5 ±0% | 0.5 |", text)

    def test_baseline(self):
        text = self.output(report(runs("klu", [3000])), second=report(runs("klu", [2000])))
        self.assertEqual(self.line(text, "lu/m/factor/klu"), ["lu/m/factor/klu", "2", "3", "1.5"])

    def test_a_saved_report_gives_the_same_tables_and_no_names(self):
        content = report(runs("klu", [1000, 1500]), runs("heddle_serial", [500, 600]))
        content["context"].update(host_name="secret", executable="/secret/bench_lu")
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "kept.json")
            text = self.output(content, "--save", path)
            with open(path, encoding="utf-8") as file:
                kept = json.load(file)
        self.assertNotIn("secret", json.dumps(kept))
        self.assertEqual(self.output(kept), text)

    def test_an_empty_report_is_refused(self):
        with self.assertRaises(SystemExit):
            self.output(report())


if __name__ == "__main__":
    unittest.main()
