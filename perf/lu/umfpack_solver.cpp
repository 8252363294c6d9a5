// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// UMFPACK with its defaults. One thread: main keeps the BLAS to one.
#include "solver.hpp"

#include <umfpack.h>

#include <array>

namespace heddle::perf {
namespace {

class UmfpackSolver final : public Solver {
 public:
  explicit UmfpackSolver(Problem const& problem) : problem_(problem), x_(problem.n) {
    umfpack_di_defaults(refined_.data());
    plain_ = refined_;
    plain_[UMFPACK_IRSTEP] = 0;
  }
  ~UmfpackSolver() override { clear(); }

  void analyze() override {
    clear();
    check(umfpack_di_symbolic(problem_.n, problem_.n, offsets(), rows(), problem_.values.data(),
                              &symbolic_, refined_.data(), nullptr),
          "umfpack_di_symbolic");
  }

  void factor() override { refactor(Values::given); }

  // UMFPACK reuses the symbolic analysis; the pivots are always chosen anew.
  void refactor(Values values) override {
    umfpack_di_free_numeric(&numeric_);
    check(umfpack_di_numeric(offsets(), rows(), this->values(values), symbolic_, &numeric_,
                             refined_.data(), nullptr),
          "umfpack_di_numeric");
  }

  void solve() override { solve_with(plain_, Values::given); }  // without refinement A is unread
  void solve_refined(Values values) override { solve_with(refined_, values); }

  void first_solution() override {
    analyze();
    factor();
    solve_refined(Values::given);
  }

  std::vector<double> solution() override { return x_; }

  std::map<std::string, double> facts() override {
    int lower = 0, upper = 0, num_rows = 0, num_columns = 0, diagonal = 0;
    if (!numeric_) return {};
    umfpack_di_get_lunz(&lower, &upper, &num_rows, &num_columns, &diagonal, numeric_);
    return {{"factor_entries", static_cast<double>(lower) + upper - problem_.n}};
  }

 private:
  using Control = std::array<double, UMFPACK_CONTROL>;

  int const* offsets() const { return problem_.offsets.data(); }
  int const* rows() const { return problem_.rows.data(); }
  double const* values(Values which) const {
    return which == Values::given ? problem_.values.data() : problem_.next_values.data();
  }

  void solve_with(Control const& control, Values which) {
    check(umfpack_di_solve(UMFPACK_A, offsets(), rows(), values(which), x_.data(),
                           problem_.right_hand_side.data(), numeric_, control.data(), nullptr),
          "umfpack_di_solve");
  }

  void clear() {
    umfpack_di_free_numeric(&numeric_);
    umfpack_di_free_symbolic(&symbolic_);
  }
  static void check(int status, char const* call) {
    if (status == UMFPACK_OK) return;
    throw SolverFailure(std::string(call) + ": status " + std::to_string(status));
  }

  Problem const& problem_;
  std::vector<double> x_;
  Control refined_, plain_;
  void* symbolic_ = nullptr;
  void* numeric_ = nullptr;
};

}  // namespace

SolverKind umfpack() {
  return {"umfpack", true, [](Problem const& problem) -> std::unique_ptr<Solver> {
            return std::make_unique<UmfpackSolver>(problem);
          }};
}

}  // namespace heddle::perf
