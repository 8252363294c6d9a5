// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "contenders.hpp"

#include <heddle/cli/graph/ways.hpp>

#include <Kokkos_Graph.hpp>

#include <optional>

namespace heddle::perf {
namespace {

using namespace cli::graph_chain;

/// Kokkos' own graph. It has no way to change a parameter, so it replays the first step's values.
class KokkosGraph final : public WayOn<Exec> {
 public:
  KokkosGraph(Exec const& exec, Plan const& plan) : WayOn<Exec>(exec, plan) {
    graph_ = Kokkos::Experimental::create_graph(exec, [&](auto root) {
      Kokkos::Experimental::GraphNodeRef<Exec> node = root;  // of any type
      for (int i = 0; i < plan_.nodes; ++i) {
        node = node.then_parallel_for("link", Kokkos::RangePolicy<Exec>(exec_, 0, items),
                                      Link<Exec>{x_, factor(plan_, i, 0)});
      }
    });
    graph_->instantiate();
  }
  void step(int) override { graph_->submit(exec_); }

 private:
  std::optional<Kokkos::Experimental::Graph<Exec>> graph_;
};

}  // namespace

std::vector<Contender> kokkos_ways() {
  auto const with = [](auto make) {
    return [make](Exec const& e, Plan const& p) -> std::unique_ptr<Way> { return make(e, p); };
  };
  return {
      {"stream", true, false,
       with([](auto const& e, auto const& p) { return std::make_unique<Stream<Exec>>(e, p); })},
      {"heddle_record_anew", true, false,
       with([](auto const& e, auto const& p) { return std::make_unique<RecordAnew<Exec>>(e, p); })},
      {"heddle_typed_nodes", true, false, with([](auto const& e, auto const& p) {
         return std::make_unique<TypedNodes<Exec>>(e, p, true);
       })},
      {"heddle_parameters", true, false,
       with([](auto const& e, auto const& p) { return std::make_unique<Parameters<Exec>>(e, p); })},
      {"heddle_parameters_of_functors", true, true, with([](auto const& e, auto const& p) {
         return std::make_unique<Parameters<Exec>>(e, p, true);
       })},
      {"heddle_functors_replay_only", false, true,
       with([](auto const& e, auto const& p) { return std::make_unique<Functors<Exec>>(e, p); })},
      {"heddle_replay_only", false, true, with([](auto const& e, auto const& p) {
         return std::make_unique<TypedNodes<Exec>>(e, p, false);
       })},
      {"kokkos_graph_replay_only", false, true,
       with([](auto const& e, auto const& p) { return std::make_unique<KokkosGraph>(e, p); })},
  };
}

}  // namespace heddle::perf
