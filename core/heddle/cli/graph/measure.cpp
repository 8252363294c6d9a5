// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/backends/native_graph.hpp>
#include <heddle/backends/selection.hpp>
#include <heddle/cli/graph/report.hpp>
#include <heddle/cli/graph/timing.hpp>
#include <heddle/cli/graph/ways.hpp>

#include <Kokkos_Core.hpp>

#include <functional>
#include <memory>
#include <set>
#include <utility>

namespace heddle::cli {
namespace {

using namespace graph_chain;

/// 1, a quarter and all of the nodes.
std::set<int> dynamic_counts(int nodes) { return {1, std::max(1, nodes / 4), nodes}; }

template <class Exec>
struct NamedWay {
  char const* name;
  bool follows;
  std::function<std::unique_ptr<Way>(Exec const&, Plan const&)> make;
};

template <class Exec>
std::vector<NamedWay<Exec>> all_ways() {
  return {
      {"stream", true,
       [](Exec const& e, Plan const& p) { return std::make_unique<Stream<Exec>>(e, p); }},
      {"record_anew", true,
       [](Exec const& e, Plan const& p) { return std::make_unique<RecordAnew<Exec>>(e, p); }},
      {"typed_nodes", true,
       [](Exec const& e, Plan const& p) { return std::make_unique<TypedNodes<Exec>>(e, p, true); }},
      {"parameters", true,
       [](Exec const& e, Plan const& p) { return std::make_unique<Parameters<Exec>>(e, p); }},
      {"replay_only", false, [](Exec const& e, Plan const& p) {
         return std::make_unique<TypedNodes<Exec>>(e, p, false);
       }}};
}

template <class Exec>
GraphReport measure_on(GraphArguments const& arguments, Observer const& observer) {
  Exec const exec;
  GraphReport report;
  report.arguments = arguments;
  report.backend = backends::traits<Exec>::name;
  report.native = backends::native_graph<Exec>::available;
  auto const ways = all_ways<Exec>();
  std::int64_t done = 0;
  for (int const nodes : arguments.nodes) {
    for (int const dynamic : dynamic_counts(nodes)) {
      Plan const plan{nodes, dynamic};
      for (auto const& way : ways) {
        auto const made = way.make(exec, plan);
        report.rows.push_back(
            measure(exec, way.name, plan, *made, way.follows, arguments.steps, arguments.runs));
        heddle::report(observer, "heddle::cli::graph", ++done,
                       static_cast<std::int64_t>(3 * arguments.nodes.size() * ways.size()));
      }
    }
  }
  return report;
}

}  // namespace

GraphReport measure_graphs(std::string_view backend, GraphArguments const& arguments,
                           Observer const& observer) {
  GraphReport report;
  backends::with_backend(backend, [&]<class Exec>(std::type_identity<Exec>) {
    report = measure_on<Exec>(arguments, observer);
  });
  return report;
}

}  // namespace heddle::cli
