// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/graph/graph.hpp>

#include <Kokkos_Core.hpp>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "tests/promises/calls.hpp"

namespace heddle::test {
namespace {

using Doubles = Kokkos::View<double*, Exec::memory_space>;

struct Shift {
  KOKKOS_FUNCTION void operator()(int i, double* to, double by) const { to[i] += by; }
};
struct ShiftByParameter {
  Doubles to;
  graph::ParamRef<double> by;
  KOKKOS_FUNCTION void operator()(int i) const { to(i) += by; }
};
struct Sum {
  Doubles from;
  KOKKOS_FUNCTION void operator()(int i, double& sum) const { sum += from(i); }
};

constexpr int items = 100;

/// A graph with most kinds of nodes, and what changes it.
struct Input {
  Exec exec;
  Doubles a{"heddle::test::a", items}, b{"heddle::test::b", items};
  Kokkos::View<double, Exec::memory_space> sum{"heddle::test::sum"};
  graph::KernelNode<Shift> shift;
  graph::FillNode<double> fill;
  graph::Param<double> parameter;
  std::optional<graph::GraphExec<Exec>> replay;

  explicit Input(Exec const& instance) : exec(instance) {
    replay.emplace(graph::record(exec, [this](auto& r) { record(r); }).instantiate(exec));
    replay->launch(exec);  // a first reduction may take scratch
    replay->wait();
  }
  void record(graph::Recorder<Exec>& r) {
    parameter = r.param("by", 1.0);
    fill = r.fill("heddle::test::fill", a, 1.0);
    r.copy("heddle::test::copy", b, a);
    r.fork(
        "branches",
        [&](graph::Recorder<Exec>& branch) {
          shift = branch.launch("heddle::test::shift", items, Shift{}, a.data(), 1.0);
        },
        [&](graph::Recorder<Exec>& branch) {
          branch.parallel_for("heddle::test::by_parameter", items,
                              ShiftByParameter{b, parameter.ref()});
        });
    r.parallel_reduce("heddle::test::sum", items, Sum{b}, sum);
  }
};

}  // namespace

void add_graph_calls(Exec const& exec, std::vector<Call>& calls) {
  auto const input = std::make_shared<Input>(exec);
  calls.push_back(
      {"graph::GraphExec::launch", true, [input] { input->replay->launch(input->exec); }});
  calls.push_back({"graph::GraphExec::update and set", true, [input] {
                     auto& replay = *input->replay;
                     replay.update(input->shift, items, input->a.data(), 2.0);
                     replay.update(input->fill, input->a, 3.0);
                     replay.set(input->parameter, 4.0);
                     replay.launch(input->exec);
                     replay.wait();
                   }});
}

}  // namespace heddle::test
