// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/base/sparse.hpp>
#include <heddle/jacobian/problems/brusselator.hpp>
#include <heddle/jacobian/sparse_hessian.hpp>
#include <heddle/jacobian/sparse_jacobian.hpp>
#include <heddle/jacobian/trace_sparsity.hpp>

#include <Kokkos_Core.hpp>

#include <memory>
#include <string>
#include <utility>

#include "tests/promises/calls.hpp"

namespace heddle::test {
namespace {

using namespace jacobian;
using Memory = Exec::memory_space;
using DevicePattern = Pattern<DefaultOffset, DefaultIndex, Memory>;
using Vector = Kokkos::View<double*, Memory>;

/// Sums of squares over the rows of a symmetric pattern, their VJP, and a gradient with that
/// pattern.
struct Squares {
  DevicePattern pattern;
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int row, X const& x) const {
    typename X::value_type sum = 0;
    for (auto p = pattern.row_offsets(row); p < pattern.row_offsets(row + 1); ++p) {
      sum += x[pattern.columns(p)] * x[pattern.columns(p)];
    }
    return sum;
  }
};
struct SquaresVjp {
  DevicePattern pattern;
  template <class X, class W>
  KOKKOS_FUNCTION typename X::value_type operator()(int column, X const& x, W const& w) const {
    typename X::value_type sum = 0;
    for (auto p = pattern.row_offsets(column); p < pattern.row_offsets(column + 1); ++p) {
      sum += 2 * x[column] * w[pattern.columns(p)];
    }
    return sum;
  }
};
struct Gradient {
  DevicePattern pattern;
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int row, X const& x) const {
    typename X::value_type sum = 0;
    for (auto p = pattern.row_offsets(row); p < pattern.row_offsets(row + 1); ++p) {
      sum += x[row] * x[pattern.columns(p)] * x[pattern.columns(p)];
    }
    return sum;
  }
};

/// Squares as a whole function.
template <class X, class Y>
struct SquaresKernel {
  struct Accessor {
    using value_type = typename X::non_const_value_type;
    X x;
    KOKKOS_FUNCTION value_type operator[](int j) const { return x(j); }
  };
  Squares squares;
  Accessor x;
  Y y;
  KOKKOS_FUNCTION void operator()(int i) const { y(i) = squares(i, x); }
};
struct WholeSquares {
  DevicePattern pattern;
  template <class X, class Y>
  void operator()(Exec const& exec, X const& x, Y const& y) const {
    Kokkos::parallel_for("heddle::test::squares", Kokkos::RangePolicy<Exec>(exec, 0, y.extent(0)),
                         SquaresKernel<X, Y>{{pattern}, {x}, y});
  }
};

struct Input {
  Exec exec;
  DevicePattern pattern;
  Vector x, y, values;

  Input(Exec const& instance, Csr<double> const& matrix)
      : exec(instance),
        pattern{matrix.num_rows, matrix.num_columns,
                Kokkos::create_mirror_view_and_copy(Memory(), matrix.row_offsets),
                Kokkos::create_mirror_view_and_copy(Memory(), matrix.columns)},
        x("heddle::test::x", matrix.num_rows),
        y("heddle::test::y", matrix.num_rows),
        values("heddle::test::values", matrix.columns.extent(0)) {
    Kokkos::deep_copy(x, 1.5);
  }
};
using Shared = std::shared_ptr<Input>;

JacobianOptions options_for(Direction direction, bool bounded, Check check) {
  JacobianOptions options;
  options.direction = direction;
  options.jvp_cost = options.vjp_cost = 1;
  options.bounded_memory = bounded;
  options.check = check;
  return options;
}

/// A plan that is made once; its calls are the steady ones.
template <class F, class Vjp>
void add_evaluation(Shared const& input, std::string const& name, F f, Vjp vjp,
                    JacobianOptions const& options, std::vector<Call>& calls) {
  using Plan = SparseJacobian<F, Vjp, double, Exec>;
  auto const plan = std::make_shared<Plan>(input->exec, f, input->pattern, options, vjp);
  calls.push_back({"jacobian::SparseJacobian::evaluate " + name, true, [input, plan] {
                     plan->evaluate(input->exec, input->x, input->y, input->values);
                   }});
}

void add_plans(Shared const& input, std::vector<Call>& calls) {
  calls.push_back({"jacobian::trace_sparsity", false,
                   [input] { trace_sparsity(input->exec, problems::Brusselator{3}, 18, 18); }});
  calls.push_back({"jacobian::SparseJacobian", false, [input] {
                     SparseJacobian plan(input->exec, Squares{input->pattern}, input->pattern);
                     plan.matrix(input->exec, input->x);
                   }});
  calls.push_back({"jacobian::SparseJacobian, measured", false, [input] {
                     JacobianOptions options;
                     options.lanes = measure_lanes;
                     SparseJacobian plan(input->exec, Squares{input->pattern}, input->pattern,
                                         options, SquaresVjp{input->pattern});
                     plan.prepare(input->exec, input->x);
                   }});
  for (auto const recovery : {Recovery::direct, Recovery::substitution}) {
    HessianOptions options;
    options.recovery = recovery;
    options.triangle = Triangle::lower;
    std::string const name = recovery == Recovery::direct ? " direct" : " by substitution";
    calls.push_back({"jacobian::SparseHessian" + name, false, [input, options] {
                       SparseHessian plan(input->exec, Gradient{input->pattern}, input->pattern,
                                          options);
                       plan.matrix(input->exec, input->x);
                     }});
  }
}

}  // namespace

void add_jacobian_calls(Exec const& exec, Csr<double> const& matrix, std::vector<Call>& calls) {
  auto const input = std::make_shared<Input>(exec, matrix);
  add_plans(input, calls);
  Squares const f{input->pattern};
  SquaresVjp const vjp{input->pattern};
  auto const first = Check::first_call;
  add_evaluation(input, "by columns", f, NoReverse(), options_for(Direction::columns, false, first),
                 calls);
  add_evaluation(input, "by rows", f, vjp, options_for(Direction::rows, false, first), calls);
  add_evaluation(input, "from both sides, bounded", f, vjp,
                 options_for(Direction::bidirectional, true, first), calls);
  add_evaluation(input, "of a whole function", WholeSquares{input->pattern}, NoReverse(),
                 options_for(Direction::columns, false, first), calls);
  add_evaluation(input, "with a check each time", f, NoReverse(),
                 options_for(Direction::columns, false, Check::always), calls);
  for (auto const recovery : {Recovery::direct, Recovery::substitution}) {
    HessianOptions options;
    options.recovery = recovery;
    using Plan = SparseHessian<Gradient, double, Exec>;
    auto const plan =
        std::make_shared<Plan>(exec, Gradient{input->pattern}, input->pattern, options);
    calls.push_back({"jacobian::SparseHessian::evaluate", true,
                     [input, plan] { plan->evaluate(input->exec, input->x, input->values); }});
  }
}

}  // namespace heddle::test
