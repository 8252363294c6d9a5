#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints how Heddle compares with its peers, from the JSON of a benchmark.

  build/openmp/bin/bench_lu --benchmark_out=lu.json
  perf/compare.py lu.json                       text; --markdown for a page
  perf/compare.py lu.json --summary             only ratios, all phases of a matrix in one line
  perf/compare.py lu.json --baseline old.json   the same run against an earlier one
  perf/compare.py lu.json --save kept.json      what the tables need, without names of the machine

Benchmarks are named <module>/<input>/<phase>/<solver>; solvers whose name begins with "heddle" are
compared with all others. A time is the median of the repetitions, the spread behind it is
(largest - smallest) / median. A ratio is Heddle's time over the other's: below 1 Heddle is faster,
above 1 it is slower, and both are printed. "(r)" marks factorizations whose pivots failed their
checks and were repaired, "(!)" marks a time whose result has a componentwise
backward error above --error-limit, "failed" a solver that gave no result (the reason stands below).
Nothing here passes or fails: times differ between machines, so only ratios of one run count.
"""

import argparse
import json
import math
import signal
import statistics
import sys

MILLISECONDS = {"ns": 1e-6, "us": 1e-3, "ms": 1.0, "s": 1e3}
CONTEXT = ["processor", "gpu", "num_cpus", "openmp_threads", "blas_threads",
           "heddle", "compiler", "kokkos", "date"]
REPAIRING = ["factor", "refactor", "first_solution"]
ANALYSIS = ["match_ms", "order_ms", "symbolic_ms", "levels_ms"]


class Measurement:
    """The repetitions of one benchmark."""

    def __init__(self):
        self.times = []      # milliseconds
        self.error = 0.0     # worst componentwise backward error, if there is one
        self.facts = {}      # counters of the last repetition
        self.failure = None

    def add(self, run, clock):
        if run.get("error_occurred"):
            self.failure = run.get("error_message", "no reason given")
            return
        self.times.append(run[clock] * MILLISECONDS[run["time_unit"]])
        error = run.get("backward_error", 0.0)
        self.error = math.inf if math.isnan(error) else max(self.error, error)
        self.facts = {key: value for key, value in run.items() if isinstance(value, float)}

    def median(self):
        return statistics.median(self.times) if self.times and not self.failure else math.nan

    def spread(self):
        return (max(self.times) - min(self.times)) / self.median()


def read(path, clock):
    """The context of a run, and its measurements by (module, phase, input, solver)."""
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    measurements = {}
    for run in report["benchmarks"]:
        parts = [part for part in run["run_name"].split("/") if ":" not in part]
        parts = [part for part in parts if part not in ("real_time", "process_time", "manual_time")]
        if run["run_type"] != "iteration" or len(parts) != 4:
            continue
        module, matrix, phase, solver = parts
        measurements.setdefault((module, phase, matrix, solver), Measurement()).add(run, clock)
    return report["context"], measurements


def distinct(items):
    return list(dict.fromkeys(items))


def pairs(solvers):
    """(numerator, denominator) of the ratios: Heddle over each peer, then cuda over the hosts."""
    own = [name for name in solvers if name.startswith("heddle")]
    peers = [name for name in solvers if not name.startswith("heddle")]
    result = [(mine, peer) for mine in own for peer in peers]
    return result + [(mine, host) for mine in own if mine.endswith("cuda")
                     for host in own if host != mine]


def ratio_of(row, mine, other):
    if mine not in row or other not in row:
        return math.nan
    return row[mine].median() / row[other].median()


def number(value, digits=3):
    return "-" if math.isnan(value) else f"{value:.{digits}g}" if value < 1e4 else f"{value:.0f}"


def time_cell(measurement, phase, limit):
    if measurement is None:
        return "-"
    if measurement.failure:
        return "failed"
    mark = " (r)" if measurement.facts.get("recovered") and phase in REPAIRING else ""
    mark += " (!)" if measurement.error > limit else ""
    return f"{number(measurement.median())} ±{100 * measurement.spread():.0f}%{mark}"


def geometric_mean(values):
    values = [value for value in values if not math.isnan(value)]
    return math.exp(statistics.fmean(map(math.log, values))) if values else math.nan


def phase_table(rows, phase, limit):
    """One line a matrix: times of each solver, then the ratios; last the geometric means."""
    solvers = distinct(name for row in rows.values() for name in row)
    compared = pairs(solvers)
    head = ["matrix"] + [f"{name} ms" for name in solvers]
    head += [f"{mine.removeprefix('heddle_')}/{other.removeprefix('heddle_')}"
             for mine, other in compared]
    lines = []
    for matrix, row in rows.items():
        cells = [time_cell(row.get(name), phase, limit) for name in solvers]
        lines.append([matrix] + cells + [number(ratio_of(row, *pair), 2) for pair in compared])
    if len(rows) > 1 and compared:
        means = [geometric_mean([ratio_of(row, *pair) for row in rows.values()])
                 for pair in compared]
        lines.append(["geometric mean"] + [""] * len(solvers) + [number(m, 2) for m in means])
    return head, lines


def by_matrix(measurements, module, phase):
    rows = {}
    for (its_module, its_phase, matrix, solver), measurement in measurements.items():
        if (its_module, its_phase) == (module, phase):
            rows.setdefault(matrix, {})[solver] = measurement
    return rows


def summary_table(measurements, module, mine):
    """One line a matrix: the ratios of one of Heddle's solvers to all others, phase by phase."""
    keys = [key for key in measurements if key[0] == module]
    others = [other for own, other in pairs(distinct(key[3] for key in keys)) if own == mine]
    columns = [by_matrix(measurements, module, phase) for phase in distinct(key[1] for key in keys)]

    def cells(ratios_to):
        return [" / ".join(number(ratios_to(rows, other), 2) for other in others)
                for rows in columns]

    lines = [[matrix] + cells(lambda rows, other, m=matrix: ratio_of(rows.get(m, {}), mine, other))
             for matrix in distinct(key[2] for key in keys)]
    lines.append(["geometric mean"] + cells(lambda rows, other: geometric_mean(
        [ratio_of(row, mine, other) for row in rows.values()])))
    title = f"{module}: time of {mine} over that of {' / '.join(others)}"
    return title, (["matrix"] + distinct(key[1] for key in keys), lines if others else [])


def error_table(measurements, module):
    """The worst componentwise backward error of each solver on each matrix, over all phases."""
    worst = {}
    for (its_module, _, matrix, solver), measurement in measurements.items():
        if its_module == module and measurement.times and "backward_error" in measurement.facts:
            row = worst.setdefault(matrix, {})
            row[solver] = max(row.get(solver, 0.0), measurement.error)
    solvers = distinct(name for row in worst.values() for name in row)
    lines = [[matrix] + [f"{row[name]:.1e}" if name in row else "-" for name in solvers]
             for matrix, row in worst.items()]
    return ["matrix"] + solvers, lines


def analysis_table(measurements, module):
    """Where the analysis of Heddle spends its time, and what it found."""
    lines = []
    for (its_module, phase, matrix, solver), measurement in measurements.items():
        facts = measurement.facts
        if (its_module, phase) == (module, "analyze") and "levels" in facts:
            lines.append([matrix, solver] + [number(facts.get(key, math.nan)) for key in ANALYSIS]
                         + [f"{facts['factor_entries']:.0f}", f"{facts['levels']:.0f}",
                            number(facts["multiply_adds"] / facts["factor_entries"])])
    return ["matrix", "solver"] + [key.replace("_ms", " ms") for key in ANALYSIS] + [
        "factor entries", "levels", "multiply-adds/entry"], lines


def baseline_table(measurements, old):
    lines = []
    for key, measurement in measurements.items():
        if key in old:
            now, before = measurement.median(), old[key].median()
            lines.append(["/".join((key[0], key[2], key[1], key[3])), number(before), number(now),
                          number(now / before, 2)])
    return ["benchmark", "before ms", "now ms", "now/before"], lines


def save(report, path):
    """A report to keep: no host name, no paths, no aggregates that the repetitions give anyway."""
    with open(report, encoding="utf-8") as file:
        content = json.load(file)
    unwanted = ("family_index", "per_family_instance_index", "repetitions", "repetition_index",
                "threads", "iterations", "name")
    context = {key: content["context"][key] for key in CONTEXT if key in content["context"]}
    runs = [{key: value for key, value in run.items() if key not in unwanted}
            for run in content["benchmarks"] if run["run_type"] == "iteration"]
    lines = ",\n".join(map(json.dumps, runs))
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'{{"context": {json.dumps(context, indent=1)},\n')
        file.write(f'"benchmarks": [\n{lines}\n]}}\n')


def show(title, table, markdown, out):
    head, lines = table
    if not lines:
        return
    if markdown:
        out.write(f"\n### {title}\n\n| {' | '.join(head)} |\n")
        out.write(f"|{'---|' + '---:|' * (len(head) - 1)}\n")
        out.writelines(f"| {' | '.join(line)} |\n" for line in lines)
        return
    widths = [max(len(line[i]) for line in [head] + lines) for i in range(len(head))]
    out.write(f"\n{title}\n")
    for line in [head] + lines:
        cells = [line[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(line[1:], widths[1:])]
        out.write("  " + "  ".join(cells).rstrip() + "\n")


def show_context(context, measurements, clock, markdown, out):
    facts = [f"{key}: {context[key]}" for key in CONTEXT if key in context]
    count = max((len(m.times) for m in measurements.values()), default=0)
    clock = "time of the calling thread" if clock == "cpu_time" else "wall-clock time"
    facts.append(f"repetitions: {count}, {clock}, median ± (largest - smallest) / median")
    facts.append("ratio: Heddle / other, below 1 Heddle is faster")
    start = "- " if markdown else ""
    out.writelines(f"{start}{fact}\n" for fact in facts)


def show_failures(measurements, out):
    for (module, phase, matrix, solver), measurement in measurements.items():
        if measurement.failure:
            out.write(f"\nfailed: {module}/{matrix}/{phase}/{solver}: {measurement.failure}\n")


def show_summary(measurements, module, markdown, out):
    for solver in distinct(key[3] for key in measurements if key[0] == module):
        if solver.startswith("heddle"):
            show(*summary_table(measurements, module, solver), markdown, out)


def show_module(measurements, module, chosen, out):
    for phase in distinct(key[1] for key in measurements if key[0] == module):
        if not chosen.phases or phase in chosen.phases.split(","):
            rows = by_matrix(measurements, module, phase)
            show(f"{module}: {phase}", phase_table(rows, phase, chosen.error_limit),
                 chosen.markdown, out)
    show(f"{module}: worst backward error", error_table(measurements, module), chosen.markdown, out)
    show(f"{module}: inside Heddle's analysis", analysis_table(measurements, module),
         chosen.markdown, out)


def main(arguments, out):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("report", help="JSON of Google Benchmark")
    parser.add_argument("--markdown", action="store_true", help="tables for a page")
    parser.add_argument("--baseline", help="JSON of an earlier run to compare with")
    parser.add_argument("--summary", action="store_true", help="ratios alone")
    parser.add_argument("--save", help="keep the report there, without names of the machine")
    parser.add_argument("--phases", help="only these, separated by commas")
    parser.add_argument("--cpu-time", action="store_const", const="cpu_time", default="real_time",
                        dest="clock",
                        help="time of the calling thread: for one-thread solvers on a busy machine")
    parser.add_argument("--error-limit", type=float, default=1e-10, help="mark results beyond it")
    chosen = parser.parse_args(arguments)
    context, measurements = read(chosen.report, chosen.clock)
    if not measurements:
        sys.exit(f"{chosen.report}: no benchmark named <module>/<input>/<phase>/<solver>")
    show_context(context, measurements, chosen.clock, chosen.markdown, out)
    for module in distinct(key[0] for key in measurements):
        if chosen.summary:
            show_summary(measurements, module, chosen.markdown, out)
        else:
            show_module(measurements, module, chosen, out)
    if chosen.baseline:
        table = baseline_table(measurements, read(chosen.baseline, chosen.clock)[1])
        show(f"against {chosen.baseline}", table, chosen.markdown, out)
    show_failures(measurements, out)
    if chosen.save:
        save(chosen.report, chosen.save)


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # "| head" ends it quietly
    main(sys.argv[1:], sys.stdout)
