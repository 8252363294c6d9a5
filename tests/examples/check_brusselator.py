#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks examples/08_brusselator by two integrators of its own on small grids.

  check_brusselator.py <program>
The same implicit method with dense matrices and Gaussian elimination must give the same state, for
every placement; and against an explicit method of order 4 with tiny steps the error must fall by
four when steps are halved, across the beginning of the inflow as well.
"""

import json
import math
import pathlib
import subprocess
import sys
import tempfile
import xml.dom.minidom

GAMMA = 1 - 1 / math.sqrt(2)


class Problem:
    def __init__(self, side):
        self.side, self.points = side, side * side
        self.diffusion = 0.1 * side * side
        self.neighbours = []
        for p in range(self.points):
            x, y = p % side, p // side
            self.neighbours.append([y * side + (x + d) % side for d in (-1, 1)] +
                                   [(y + d) % side * side + x for d in (-1, 1)])
        self.disc = [(p % side / side - 0.3) ** 2 + (p // side / side - 0.6) ** 2 <= 0.01
                     for p in range(self.points)]

    def start(self):
        at = [(p % self.side / self.side, p // self.side / self.side) for p in range(self.points)]
        return ([22 * y * (1 - y) ** 1.5 for _, y in at] + [27 * x * (1 - x) ** 1.5 for x, _ in at])

    def rates(self, z, inflow):
        u, v, d, result = z[:self.points], z[self.points:], self.diffusion, []
        for p, near in enumerate(self.neighbours):
            rate = 1 + u[p] * u[p] * v[p] - 4.4 * u[p] + (5 if inflow and self.disc[p] else 0)
            result.append(rate + d * (sum(u[q] for q in near) - 4 * u[p]))
        for p, near in enumerate(self.neighbours):
            result.append(3.4 * u[p] - u[p] * u[p] * v[p] + d * (sum(v[q] for q in near) - 4 * v[p]))
        return result

    def jacobian(self, z):
        n, m, d = 2 * self.points, self.points, self.diffusion
        matrix = [[0.0] * n for _ in range(n)]
        for p, near in enumerate(self.neighbours):
            u, v = z[p], z[m + p]
            matrix[p][p] += 2 * u * v - 4.4 - 4 * d
            matrix[p][m + p] += u * u
            matrix[m + p][p] += 3.4 - 2 * u * v
            matrix[m + p][m + p] -= u * u + 4 * d
            for q in near:
                matrix[p][q] += d
                matrix[m + p][m + q] += d
        return matrix


def solve_dense(matrix, right):
    """Gaussian elimination with partial pivoting, in place."""
    n = len(right)
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(matrix[i][k]))
        matrix[k], matrix[pivot] = matrix[pivot], matrix[k]
        right[k], right[pivot] = right[pivot], right[k]
        top = matrix[k]
        for i in range(k + 1, n):
            factor = matrix[i][k] / top[k]
            if factor != 0:
                row = matrix[i]
                for j in range(k + 1, n):
                    row[j] -= factor * top[j]
                right[i] -= factor * right[k]
    for k in reversed(range(n)):
        right[k] = (right[k] - sum(matrix[k][j] * right[j] for j in range(k + 1, n))) / matrix[k][k]
    return right


def stage(problem, base, z, weight, inflow):
    """z with z = base + weight f(z), by Newton's method with dense matrices."""
    for _ in range(20):
        rates = problem.rates(z, inflow)
        residual = [a - b - weight * f for a, b, f in zip(z, base, rates)]
        matrix = [[(i == j) - weight * value for j, value in enumerate(row)]
                  for i, row in enumerate(problem.jacobian(z))]
        change = solve_dense(matrix, residual)
        z = [a - c for a, c in zip(z, change)]
        if max(abs(c) for c in change) < 1e-13:
            return z
    raise AssertionError("the dense reference does not converge")


def begins(problem_time, h):
    """Inflow begins at 1.1, between two steps."""
    return problem_time + h / 2 >= 1.1


def implicit(problem, steps, end):
    """Alexander's method as a Runge-Kutta method: slopes k1, k2."""
    y, h = problem.start(), end / steps
    for i in range(steps):
        inflow = begins(end * i / steps, h)
        z1 = stage(problem, y, y, h * GAMMA, inflow)
        k1 = problem.rates(z1, inflow)
        base = [a + h * (1 - GAMMA) * k for a, k in zip(y, k1)]
        z2 = stage(problem, base, z1, h * GAMMA, inflow)
        k2 = problem.rates(z2, inflow)
        y = [a + h * ((1 - GAMMA) * p + GAMMA * q) for a, p, q in zip(y, k1, k2)]
    return y


def explicit(problem, steps, end):
    """The classical method of order 4."""
    y, h = problem.start(), end / steps
    for i in range(steps):
        inflow = begins(end * i / steps, h)
        k1 = problem.rates(y, inflow)
        k2 = problem.rates([a + h / 2 * k for a, k in zip(y, k1)], inflow)
        k3 = problem.rates([a + h / 2 * k for a, k in zip(y, k2)], inflow)
        k4 = problem.rates([a + h * k for a, k in zip(y, k3)], inflow)
        y = [a + h / 6 * (p + 2 * q + 2 * r + s) for a, p, q, r, s in zip(y, k1, k2, k3, k4)]
    return y


def run(program, folder, side, steps, end, place):
    files = {name: folder / name for name in ("s.csv", "o.svg", "o.json")}
    command = [program, "--side", side, "--steps", steps, "--end", end, "--place", place,
               "--tolerance", "1e-11", "--state", files["s.csv"], "--svg", files["o.svg"],
               "--json", files["o.json"]]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    assert done.returncode == 0, f"{place}: {done.stderr or done.stdout}"
    xml.dom.minidom.parse(str(files["o.svg"]))
    report = json.loads(files["o.json"].read_text())["placements"][0]
    assert report["unknowns"] == 2 * side * side
    assert report["iterations"] >= 2 * steps and report["factorizations"] >= 1
    rows = [line.split(",") for line in files["s.csv"].read_text().splitlines()[1:]]
    return [float(row[0]) for row in rows] + [float(row[1]) for row in rows]


def difference(a, b):
    assert len(a) == len(b)
    return max(abs(p - q) for p, q in zip(a, b))


def check_method(program, folder):
    side, steps, end = 4, 22, 2.2
    expected = implicit(Problem(side), steps, end)
    for place in ("host", "device", "auto"):
        off = difference(run(program, folder, side, steps, end, place), expected)
        assert off < 1e-9, f"{place}: {off} away from the dense reference"
        print(f"{place}: within {off:.1e} of the dense reference")


def check_order(program, folder):
    side, end = 5, 2.2  # 1.1 is the end of a step
    exact = explicit(Problem(side), 4000, end)
    errors = [difference(run(program, folder, side, steps, end, "device"), exact)
              for steps in (80, 160, 320, 640)]
    ratios = [before / after for before, after in zip(errors, errors[1:])]
    print("errors", errors, "ratios", ratios)
    assert errors[-1] < 1e-4
    assert all(3.4 < ratio < 4.6 for ratio in ratios[1:]), "the order is not two"


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_method(program, folder)
        check_order(program, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
