#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The claims of the published GPU pipeline as one table of ratios, from the JSON of bench_lu --seed.

  bench_lu --seed --matrices=memplus,grid_200 --benchmark_out=seed.json
  perf/lu/seed_table.py seed.json               text; --markdown for a page

A ratio is the time of the first form over that of the second, medians of one run: below 1 the first
is faster. Losses are printed like gains; "-" where one of the two was not measured.
"""

import argparse
import json
import math
import sys

MILLISECONDS = {"ns": 1e-6, "us": 1e-3, "ms": 1.0, "s": 1e3}

# Heading, first form, second form; {host} and {device} are backends. Lists: the fastest of them.
RATIOS = [
    ("a: chunks / unified", ["symbolic/fill2_chunked_fifth@{device}"],
     ["symbolic/fill2_unified@{device}"]),
    ("a: chunks / unified, prefetched", ["symbolic/fill2_chunked_fifth@{device}"],
     ["symbolic/fill2_unified_prefetch@{device}"]),
    ("b: fill2 device / fill2 host", ["symbolic/fill2@{device}"], ["symbolic/fill2@{host}"]),
    ("b: fill2 device / row merge host", ["symbolic/fill2@{device}"],
     ["symbolic/row_merge@{host}"]),
    ("b: fill2 device / filter host", ["symbolic/fill2@{device}"],
     ["symbolic/etree_filter@{host}"]),
    ("b: filter device / best host", ["symbolic/etree_filter@{device}"],
     ["symbolic/row_merge@{host}", "symbolic/etree_filter@{host}"]),
    ("b: 64 MB chunks / in core", ["symbolic/fill2_chunked_64MB@{device}"],
     ["symbolic/fill2@{device}"]),
    ("b: rows spilled / kept", ["symbolic/fill2_spilled@{device}"],
     ["symbolic/fill2_chunked_64MB@{device}"]),
    ("c: dense 25 % / search", ["numeric/right_looking_dense_25%@{device}"],
     ["numeric/right_looking_search@{device}"]),
    ("c: dense 50 % / search", ["numeric/right_looking_dense_50%@{device}"],
     ["numeric/right_looking_search@{device}"]),
    ("c: dense 100 % / search", ["numeric/right_looking_dense_100%@{device}"],
     ["numeric/right_looking_search@{device}"]),
    ("c: dense 400 % / search", ["numeric/right_looking_dense_400%@{device}"],
     ["numeric/right_looking_search@{device}"]),
    ("c: right- / left-looking", ["numeric/right_looking_search@{device}",
                                  "numeric/right_looking_dense_100%@{device}"],
     ["numeric/left_looking@{device}"]),
    ("d: Kahn device / host pass", ["levels/kahn@{device}"], ["levels/ascending@{host}"]),
    ("d: tickets device / host pass", ["levels/tickets@{device}"], ["levels/ascending@{host}"]),
]


def read_medians(path):
    """Milliseconds by matrix and "<phase>/<form>@<backend>"."""
    with open(path, encoding="utf-8") as file:
        runs = json.load(file)["benchmarks"]
    times = {}
    for run in runs:
        if run.get("aggregate_name") != "median" or run.get("error_occurred"):
            continue
        parts = run["run_name"].split("/")
        if len(parts) < 4:
            continue
        phase, form, matrix, backend = parts[:4]
        form_of_matrix = times.setdefault(matrix, {})
        form_of_matrix[f"{phase}/{form}@{backend}"] = run["real_time"] * MILLISECONDS[
            run["time_unit"]]
    return times


def fastest(times, forms, host, device):
    found = [times.get(form.format(host=host, device=device)) for form in forms]
    return min((time for time in found if time), default=math.nan)


def ratio_text(times, first, second, host, device):
    ratio = fastest(times, first, host, device) / fastest(times, second, host, device)
    return "-" if math.isnan(ratio) else f"{ratio:.3g}"


def table(times, host, device):
    heading = ["ratio"] + list(times)
    rows = [[name] + [ratio_text(times[matrix], first, second, host, device) for matrix in times]
            for name, first, second in RATIOS]
    return heading, [row for row in rows if any(cell != "-" for cell in row[1:])]


def print_table(heading, rows, markdown):
    if markdown:
        print("| " + " | ".join(heading) + " |")
        print("|---|" + "---:|" * (len(heading) - 1))
        for row in rows:
            print("| " + " | ".join(row) + " |")
        return
    widths = [max(len(row[k]) for row in [heading] + rows) for k in range(len(heading))]
    for row in [heading] + rows:
        print(row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in
                                         zip(row[1:], widths[1:])), sep="  ")


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run")
    parser.add_argument("--host", default="serial", help="backend of the host's forms")
    parser.add_argument("--device", default="cuda", help="backend of the device's forms")
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args(arguments)
    times = read_medians(options.run)
    heading, rows = table(times, options.host, options.device)
    if not rows:
        print("seed_table.py: nothing to compare in this file", file=sys.stderr)
        return 1
    print_table(heading, rows, options.markdown)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
