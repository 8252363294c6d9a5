#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks examples/07_power_flow by arithmetic of its own, with complex numbers and nothing else.

  check_power_flow.py <program> <case> [--reference J.mtx] [--flat-reference J.mtx]
The solution from the flat start must balance the power at every bus, for every placement, and be
the one that is reached from the stored operating point. The Jacobian there must have the entries of
the formulas in complex form, and the Jacobians at the stored and the flat state those of reference
files. A name data:FILE stands for a file of the folder $HEDDLE_DATA; without that the check is
skipped (exit status 77).
"""

import argparse
import cmath
import gzip
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import xml.dom.minidom


SKIPPED = 77


def file_of(name):
    """The path that an argument means."""
    if not name or not name.startswith("data:"):
        return name
    path = pathlib.Path(os.environ.get("HEDDLE_DATA", "")) / name[5:]
    if not os.environ.get("HEDDLE_DATA") or not path.is_file():
        print(f"skipped: no {name[5:]} in HEDDLE_DATA")
        sys.exit(SKIPPED)
    return path


def text_of(path):
    data = pathlib.Path(path).read_bytes()
    return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode()


class Case:
    """The tables of a case, and its admittances."""

    def __init__(self, path):
        tables = {"bus": [], "gen": [], "branch": []}
        for line in text_of(path).splitlines():
            words = line.split("#")[0].split()
            if not words:
                continue
            if words[0] == "baseMVA":
                self.base = float(words[1])
            elif words[0] in tables:
                table = tables[words[0]]
            else:
                table.append([float(word) for word in words])
        self.buses = {int(row[0]): row for row in tables["bus"] if row[1] != 4}
        generators = [row for row in tables["gen"] if row[4] > 0 and int(row[0]) in self.buses]
        self.branches = [row for row in tables["branch"] if row[7] > 0 and
                         int(row[0]) in self.buses and int(row[1]) in self.buses]
        self.wanted = {i: -complex(row[2], row[3]) / self.base for i, row in self.buses.items()}
        self.setpoint = {}
        for row in generators:
            self.wanted[int(row[0])] += complex(row[1], row[2]) / self.base
            if self.buses[int(row[0])][1] != 1:
                self.setpoint[int(row[0])] = row[3]
        self.reference = {i for i, row in self.buses.items() if row[1] == 3}
        angles = [i for i in self.buses if i not in self.reference]
        free = [i for i in angles if not (self.buses[i][1] == 2 and i in self.setpoint)]
        self.unknowns = [("angle", i) for i in angles] + [("magnitude", i) for i in free]
        self.free = set(self.unknowns)
        self.admittance = {i: {i: complex(row[4], row[5]) / self.base}
                           for i, row in self.buses.items()}
        for row in self.branches:
            self.add_branch(row)

    def add_branch(self, row):
        k, m = int(row[0]), int(row[1])
        y = 1 / complex(row[2], row[3])
        tap = cmath.rect(row[5] or 1, math.radians(row[6]))
        y_mm = y + 0.5j * row[4]
        for i, j, value in ((k, k, y_mm / abs(tap) ** 2), (k, m, -y / tap.conjugate()),
                            (m, k, -y / tap), (m, m, y_mm)):
            self.admittance[i][j] = self.admittance[i].get(j, 0) + value

    def currents(self, v):
        return {i: sum(y * v[j] for j, y in row.items()) for i, row in self.admittance.items()}

    def jacobian(self, v):
        """(equation, unknown) -> derivative: those of S = V conj(Y V), in complex form."""
        i_of, number = self.currents(v), {key: n for n, key in enumerate(self.unknowns)}
        entries = {}
        for i, row in self.admittance.items():
            for j, y in row.items():
                by_angle = -1j * v[i] * (y * v[j]).conjugate()
                by_magnitude = v[i] * (y * v[j] / abs(v[j])).conjugate()
                if i == j:
                    by_angle += 1j * v[i] * i_of[i].conjugate()
                    by_magnitude += v[i] / abs(v[i]) * i_of[i].conjugate()
                for unknown, value in (("angle", by_angle), ("magnitude", by_magnitude)):
                    for equation, part in (("angle", value.real), ("magnitude", value.imag)):
                        at = number.get((equation, i)), number.get((unknown, j))
                        if None not in at:
                            entries[at] = part
        return entries


def read_matrix(path):
    lines = [line for line in text_of(path).splitlines() if line[0] != "%"]
    entries = {}
    for line in lines[1:]:
        i, j, value = line.split()
        entries[int(i) - 1, int(j) - 1] = float(value)
    return entries


def compare_matrices(name, got, expected):
    assert got.keys() == expected.keys(), f"{name}: another pattern"
    rows = {}
    for (i, _), value in expected.items():
        rows[i] = max(rows.get(i, 0), abs(value))
    for at, value in expected.items():
        assert abs(got[at] - value) <= 1e-9 * rows[at[0]], f"{name}: {at}: {got[at]}, not {value}"
    print(f"{name}: {len(expected)} entries agree")


def voltages_of(path):
    rows = [line.split(",") for line in path.read_text().splitlines()[1:]]
    return {int(bus): cmath.rect(float(magnitude), math.radians(float(angle)))
            for bus, magnitude, angle in rows}


def check_balance(case, v):
    assert v.keys() == case.buses.keys()
    worst = 0
    for i, current in case.currents(v).items():
        off = v[i] * current.conjugate() - case.wanted[i]
        if i not in case.reference:
            worst = max(worst, abs(off.real))
        if ("magnitude", i) in case.free:
            worst = max(worst, abs(off.imag))
        else:
            assert abs(abs(v[i]) - case.setpoint[i]) < 1e-12, f"bus {i} left its set point"
    assert worst < 2e-8, f"power is out of balance by {worst}"
    print(f"{len(v)} buses in balance within {worst:.1e}")


def check_same(case, v, other):
    """The same state; starts differ in the angle of the reference bus."""
    reference = min(case.reference)
    turn = v[reference] / other[reference]
    worst = max(abs(v[i] - turn * other[i]) for i in v)
    assert worst < 1e-6, f"{worst} away from the solution near the stored operating point"
    print(f"within {worst:.1e} of the solution near the stored operating point")


def run(program, case, folder, *options):
    files = {name: folder / name for name in ("v.csv", "j.mtx", "o.svg", "o.json")}
    command = [program, case, "--voltages", files["v.csv"], "--jacobian", files["j.mtx"],
               "--svg", files["o.svg"], "--json", files["o.json"], *options]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert done.returncode == 0, f"{options}: {done.stderr or done.stdout}"
    xml.dom.minidom.parse(str(files["o.svg"]))
    return (voltages_of(files["v.csv"]), read_matrix(files["j.mtx"]),
            json.loads(files["o.json"].read_text()))


def check_report(report):
    for placement in report["placements"]:
        iterations = placement["first"]["iterations"]
        # One system less than iterations: the last one finds that it has a solution.
        assert placement["replays"] + placement["factorizations"] >= len(iterations) - 1
        assert placement["replays"] >= len(iterations) - 2, "a system was not replayed"
        mismatches = [iteration["mismatch"] for iteration in iterations]
        assert mismatches[-1] <= 1e-8 < mismatches[-2]
        if len(mismatches) > 4:  # Newton's method doubles the digits near a solution
            assert mismatches[-1] < 1e-2 * mismatches[-2]


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("program")
    arguments.add_argument("case", type=file_of)
    arguments.add_argument("--reference", type=file_of)
    arguments.add_argument("--flat-reference", type=file_of)
    chosen = arguments.parse_args()
    case = Case(chosen.case)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for place in ("host", "device", "auto"):
            v, jacobian, report = run(chosen.program, chosen.case, folder, "--place", place)
            check_balance(case, v)
            check_report(report)
            compare_matrices(f"Jacobian, {place}", jacobian, case.jacobian(v))
        near, _, report = run(chosen.program, chosen.case, folder, "--start", "stored")
        check_balance(case, near)
        check_report(report)
        check_same(case, v, near)
        for start, reference in (("stored", chosen.reference), ("flat", chosen.flat_reference)):
            if reference:  # so tolerant that the start is a solution
                _, jacobian, _ = run(chosen.program, chosen.case, folder, "--start", start,
                                     "--tolerance", "1e9")
                compare_matrices(f"reference, {start}", jacobian, read_matrix(reference))
    return 0


if __name__ == "__main__":
    sys.exit(main())
