// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Host time, latency and throughput of a way to run the chain. One without the others misleads:
/// where the device is the limit, calls that cost the host more look as good as cheap ones. Shared
/// with perf/graph.
#pragma once

#include <heddle/base/timer.hpp>
#include <heddle/cli/graph/chain.hpp>
#include <heddle/cli/graph/report.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace heddle::cli::graph_chain {

inline double median_of(std::vector<double> values) {
  auto const middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

inline GraphTime time_of(std::vector<double> const& medians) {
  return {median_of(medians), *std::min_element(medians.begin(), medians.end()),
          *std::max_element(medians.begin(), medians.end())};
}

/// Steps count on through everything, so that each has other values. `follows`: whether the values
/// of the steps matter to the way.
template <class Exec>
GraphRow measure(Exec const& exec, std::string name, Plan const& plan, Way& way, bool follows,
                 int steps, int runs) {
  Model model(plan);
  int number = 0;
  auto const step = [&] {
    way.step(number);
    model.step(follows ? number : 0);
    ++number;
  };
  step();  // first launches set things up
  exec.fence("heddle::cli::graph");
  std::vector<double> hosts, latencies, throughputs;
  for (int run = 0; run < runs; ++run) {
    std::vector<double> host, latency;
    for (int i = 0; i < steps; ++i) {
      Timer const timer;
      way.step(number);
      host.push_back(timer.seconds());
      exec.fence("heddle::cli::graph");
      latency.push_back(timer.seconds());
      model.step(follows ? number++ : 0);
    }
    Timer const timer;
    for (int i = 0; i < steps; ++i) way.step(number + i);
    exec.fence("heddle::cli::graph");
    throughputs.push_back(timer.seconds() / steps);
    for (int i = 0; i < steps; ++i) model.step(follows ? number + i : 0);
    number += steps;
    hosts.push_back(median_of(host));
    latencies.push_back(median_of(latency));
  }
  return {std::move(name),    plan.nodes,           plan.dynamic,     time_of(hosts),
          time_of(latencies), time_of(throughputs), way.agrees(model)};
}

}  // namespace heddle::cli::graph_chain
