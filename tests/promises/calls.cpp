// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/promises/calls.hpp"

#include <heddle/backends/traits.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/coloring/coloring.hpp>
#include <heddle/coloring/pattern_hash.hpp>
#include <heddle/levels/levelize.hpp>
#include <heddle/lu/factorization.hpp>
#include <heddle/symbolic/elimination_tree.hpp>
#include <heddle/symbolic/factor_pattern.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

namespace heddle::test {
namespace {

using Memory = Exec::memory_space;
constexpr int side = 6;  // of the grid; small, because the calls are made a thousand times

/// An unsymmetric five-point operator on a grid, diagonally dominant, rows in ascending order.
Csr<double> grid_operator() {
  int const n = side * side;
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  for (int row = 0; row < n; ++row) {
    auto const add = [&](bool inside, int column, double value) {
      if (!inside) return;
      columns.push_back(column);
      values.push_back(value);
    };
    add(row >= side, row - side, -1.0);
    add(row % side > 0, row - 1, -1.5);
    add(true, row, 5.0);
    add(row % side < side - 1, row + 1, -0.5);
    add(row < n - side, row + side, -1.0);
    offsets.push_back(static_cast<std::int64_t>(columns.size()));
  }
  auto const to_view = [](auto const& items) {
    using T = std::decay_t<decltype(items[0])>;
    Kokkos::View<T*, Kokkos::HostSpace> view("heddle::test::grid", items.size());
    for (std::size_t i = 0; i < items.size(); ++i) view(i) = items[i];
    return view;
  };
  return {n, n, to_view(offsets), to_view(columns), to_view(values)};
}

template <class T>
Kokkos::View<T const*, Memory> on_device(Kokkos::View<T const*, Kokkos::HostSpace> const& host) {
  return Kokkos::create_mirror_view_and_copy(Memory(), host);
}

void demand_success(lu::Status status) {
  if (status != lu::Status::success) throw std::runtime_error("a call did not succeed");
}

/// What the calls of symbolic and levels share.
struct PatternInput {
  Exec exec;
  Pattern<DefaultOffset, DefaultIndex, Memory> pattern;
  symbolic::EliminationTree tree;

  PatternInput(Exec const& instance, Csr<double> const& matrix) : exec(instance) {
    pattern = {matrix.num_rows, matrix.num_columns, on_device(matrix.row_offsets),
               on_device(matrix.columns)};
    tree = symbolic::elimination_tree(
        matrix.num_rows, std::span(matrix.row_offsets.data(), matrix.row_offsets.extent(0)),
        std::span(matrix.columns.data(), matrix.columns.extent(0)));
  }
  symbolic::FactorPattern<Memory> factors(symbolic::Method method) const {
    return symbolic::factor_pattern(exec, pattern, tree, {.method = method});
  }
};

void add_pattern_calls(Exec const& exec, Csr<double> const& matrix, std::vector<Call>& calls) {
  auto const input = std::make_shared<PatternInput>(exec, matrix);
  auto const factors = std::make_shared<symbolic::FactorPattern<Memory>>(
      input->factors(symbolic::Method::automatic));
  calls.push_back({"symbolic::factor_pattern by etree_filter", false,
                   [input] { input->factors(symbolic::Method::etree_filter); }});
  if constexpr (backends::traits<Exec>::is_host) {
    calls.push_back({"symbolic::factor_pattern by row_merge", false,
                     [input] { input->factors(symbolic::Method::row_merge); }});
  }
  calls.push_back(
      {"levels::levelize", false, [input, factors] { levels::levelize(input->exec, *factors); }});
}

/// Every kind at every place, of a pattern on the device and of one on the host.
void add_coloring_calls(Exec const& exec, Csr<double> const& matrix, std::vector<Call>& calls) {
  using namespace coloring;
  auto const input = std::make_shared<PatternInput>(exec, matrix);
  auto const host = matrix.pattern();
  auto const add = [&](std::string const& name, ColoringOptions const& options) {
    calls.push_back({"coloring::color " + name, false,
                     [input, options] { color(input->exec, input->pattern, options); }});
    calls.push_back({"coloring::color " + name + ", from the host", false,
                     [input, host, options] { color(input->exec, host, options); }});
  };
  for (auto const kind : {Kind::columns, Kind::rows, Kind::bidirectional, Kind::distance1,
                          Kind::distance2, Kind::star, Kind::acyclic}) {
    ColoringOptions options;
    options.kind = kind;
    add(std::string(to_string(kind)), options);
    bool const host_only =
        kind == Kind::bidirectional || kind == Kind::star || kind == Kind::acyclic;
    if (host_only) continue;
    options.place = Place::device;
    add(std::string(to_string(kind)) + " on the device", options);
    options.method = Method::speculative;
    add(std::string(to_string(kind)) + " speculatively", options);
  }
  auto const result =
      std::make_shared<ResultOn<Exec>>(color(input->exec, input->pattern, ColoringOptions()));
  calls.push_back({"coloring::verify", false, [input, result] {
                     if (!verify(input->exec, input->pattern, *result).valid()) {
                       throw std::runtime_error("a colouring is not valid");
                     }
                   }});
  calls.push_back({"coloring::adopt", false, [input, result] {
                     adopt(input->exec, input->pattern, Kind::columns, result->colors);
                   }});
  calls.push_back(
      {"coloring::pattern_hash", false, [input] { pattern_hash(input->exec, input->pattern); }});
}

/// What the calls of lu share: a factorization, vectors and a workspace that are reused.
struct SolverInput {
  Exec exec;
  Csr<double> matrix;
  Csr<double, DefaultOffset, DefaultIndex, Memory> device_matrix;
  lu::Analysis analysis;
  lu::Factorization<double, Exec> factors;
  Kokkos::View<double**, Kokkos::LayoutLeft, Memory> b, x;
  lu::SolveWorkspace<Exec> workspace;

  SolverInput(Exec const& instance, Csr<double> const& input)
      : exec(instance),
        matrix(input),
        device_matrix{input.num_rows, input.num_columns, on_device(input.row_offsets),
                      on_device(input.columns), on_device(input.values)},
        analysis(lu::analyze(exec, matrix).analysis),
        factors(exec, analysis),
        b("heddle::test::b", matrix.num_rows, 2),
        x("heddle::test::x", matrix.num_rows, 2) {
    Kokkos::deep_copy(b, 1.0);
    demand_success(factors.factor(exec, matrix).status);
  }
  void solve(lu::Operation operation) {
    lu::SolveOptions options;
    options.operation = operation;
    demand_success(factors.solve(exec, b, x, workspace, options).status);
  }
};

void add_solver_calls(Exec const& exec, Csr<double> const& matrix, std::vector<Call>& calls) {
  auto const input = std::make_shared<SolverInput>(exec, matrix);
  calls.push_back({"lu::analyze", false,
                   [input] { demand_success(lu::analyze(input->exec, input->matrix).status); }});
  calls.push_back({"lu::Factorization::factor", false, [input] {
                     lu::Factorization<double, Exec> factors(input->exec, input->analysis);
                     demand_success(factors.factor(input->exec, input->matrix).status);
                   }});
  calls.push_back({"lu::Factorization::refactor", true, [input] {
                     demand_success(
                         input->factors.refactor(input->exec, input->device_matrix).status);
                   }});
  calls.push_back({"lu::Factorization::refactor from the host", false, [input] {
                     demand_success(input->factors.refactor(input->exec, input->matrix).status);
                   }});
  calls.push_back(
      {"lu::Factorization::solve", true, [input] { input->solve(lu::Operation::none); }});
  calls.push_back({"lu::Factorization::solve, transposed", true,
                   [input] { input->solve(lu::Operation::transpose); }});
}

}  // namespace

std::vector<Call> calls_on(Exec const& exec) {
  std::vector<Call> calls;
  auto const matrix = grid_operator();
  add_pattern_calls(exec, matrix, calls);
  add_solver_calls(exec, matrix, calls);
  add_coloring_calls(exec, matrix, calls);
  add_jacobian_calls(exec, matrix, calls);
  add_hash_calls(exec, calls);
  add_graph_calls(exec, calls);
  for (auto const& call : calls) call.make();  // lazily made buffers exist from here on
  return calls;
}

}  // namespace heddle::test
