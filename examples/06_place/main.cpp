// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Phases on the host and on the device, and the data that follows.
//
// A sequential sum of an array on the device: by one bulk copy, and by reads of single elements.
// Then a relaxation whose sweeps can run at either place and whose sequential part cannot: Heddle
// measures and chooses.
//
//   place [elements] [sweeps]
#include <heddle/base/error.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/place/on_host.hpp>
#include <heddle/place/plan.hpp>
#include <heddle/place/read_range.hpp>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>

#include "bodies.hpp"

namespace hp = heddle::place;

namespace {

using Exec = Kokkos::DefaultExecutionSpace;

double sequential_sum(hp::HostView<double const*> const& values) {
  double sum = 0;
  for (std::size_t i = 0; i < values.extent(0); ++i) sum += values(i);
  return sum;
}

/// What reading element by element would take for all of them, from the first thousand.
double element_wise_seconds(Exec const& exec, hp::Array<double*> const& xs) {
  int const sample = std::min<int>(1000, int(xs.size()));
  heddle::Timer const timer;
  double sum = 0;
  for (int i = 0; i < sample; ++i) sum += hp::read_range(exec, xs, i, 1).front();
  return timer.seconds() * double(xs.size()) / sample + 0 * sum;
}

void sum_on_the_host(Exec const& exec, hp::Context const& context, int n) {
  // [snippet sum]
  hp::Array<double*> xs(exec, "xs", n);
  hp::run(exec, hp::Phase("count up", hp::overwrites(xs), hp::at_device(CountUp{})));

  auto const sum = hp::on_host(hp::Results::lazy, "sum", sequential_sum);
  heddle::Timer timer;
  double const first = sum(exec, hp::reads(xs));  // one bulk copy to the host
  double const bulk = timer.seconds();
  double const second = sum(exec, hp::reads(xs));  // none: nobody has written xs since
  // [end]
  auto const copies = context.transfers().count();
  hp::run(exec,
          hp::Phase("again", hp::updates(xs), hp::at_device(CountUp{})));  // stale on the host
  double const elements = element_wise_seconds(exec, xs);
  std::cout << "sum " << (first == second ? first : -1) << " with " << copies << " copies in "
            << 1e3 * bulk << " ms; element by element " << 1e3 * elements << " ms\n";
}

void relax(Exec const& exec, hp::Context const& context, int n, int sweeps) {
  hp::Array<double*> u(exec, "u", n), next(exec, "next", n), pivots(exec, "pivots", n);
  hp::run(exec, hp::Phase("start", hp::overwrites(u), hp::at_device(CountUp{})));
  // [snippet plan]
  hp::Phase const pivot("pivot", hp::reads(u), hp::overwrites(pivots),
                        hp::at_host(running_maximum));
  hp::Phase const sweep("sweep", hp::reads(u, pivots), hp::overwrites(next),
                        hp::at_host(SweepOnHost{}), hp::at_device(Sweep{}));
  hp::Phase const take("take", hp::reads(next), hp::overwrites(u), hp::at_host(CopyOnHost{}),
                       hp::at_device(Copy{}));

  auto plan = hp::autoplace(exec, {{pivot, 1}, {sweep, double(sweeps)}, {take, double(sweeps)}});
  plan.run(exec, pivot);
  for (int i = 0; i < sweeps; ++i) {
    plan.run(exec, sweep);
    plan.run(exec, take);
  }
  std::cout << to_text(plan.compare());
  // [end]
  std::cout << "u has the sum "
            << hp::on_host(hp::Results::lazy, "sum", sequential_sum)(exec, hp::reads(u))
            << "; transfers that were not measurements: "
            << context.transfers().count() - context.transfers().count(hp::Cause::calibration)
            << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  int const n = argc > 1 ? std::atoi(argv[1]) : 1000000;
  int const sweeps = argc > 2 ? std::atoi(argv[2]) : 50;
  if (argc > 3 || n < 2 || sweeps < 1) {
    std::cerr << "usage: place [elements, at least 2] [sweeps, at least 1]\n";
    return 2;
  }
  try {
    Exec const exec;
    hp::Context const context(exec);
    sum_on_the_host(exec, context, n);
    relax(exec, context, n, sweeps);
  } catch (heddle::error const& problem) {
    std::cerr << "place: " << problem.message() << '\n';
    return 1;
  }
}
