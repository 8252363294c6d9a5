// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// KLU with its defaults: block triangular form, AMD, row scaling, partial pivoting. One thread.
#include "solver.hpp"

#include <klu.h>

namespace heddle::perf {
namespace {

class KluSolver final : public Solver {
 public:
  explicit KluSolver(Problem const& problem)
      : problem_(problem), offsets_(problem.offsets), rows_(problem.rows) {
    klu_defaults(&common_);
  }
  ~KluSolver() override { clear(); }

  void analyze() override {
    clear();
    symbolic_ = klu_analyze(problem_.n, offsets_.data(), rows_.data(), &common_);
    check(symbolic_ != nullptr, "klu_analyze");
  }

  void factor() override {
    klu_free_numeric(&numeric_, &common_);
    values_ = problem_.values;
    numeric_ = klu_factor(offsets_.data(), rows_.data(), values_.data(), symbolic_, &common_);
    check(numeric_ != nullptr, "klu_factor");
  }

  void refactor(Values values) override {
    auto const& given = values == Values::given ? problem_.values : problem_.next_values;
    values_.assign(given.begin(), given.end());
    int const done =
        klu_refactor(offsets_.data(), rows_.data(), values_.data(), symbolic_, numeric_, &common_);
    check(done != 0, "klu_refactor");
  }

  void solve() override {
    x_ = problem_.right_hand_side;
    check(klu_solve(symbolic_, numeric_, problem_.n, 1, x_.data(), &common_) != 0, "klu_solve");
  }

  void solve_refined(Values) override { throw SolverFailure("KLU does not refine"); }

  void first_solution() override {
    analyze();
    factor();
    solve();
  }

  std::vector<double> solution() override { return x_; }

  std::map<std::string, double> facts() override {
    if (!numeric_) return {};
    double const entries = static_cast<double>(numeric_->lnz) + numeric_->unz - problem_.n;
    return {{"factor_entries", entries + numeric_->nzoff}};
  }

 private:
  void clear() {
    klu_free_numeric(&numeric_, &common_);
    klu_free_symbolic(&symbolic_, &common_);
  }
  void check(bool done, char const* call) const {
    if (done && common_.status == KLU_OK) return;
    throw SolverFailure(std::string(call) + ": status " + std::to_string(common_.status));
  }

  Problem const& problem_;
  std::vector<int> offsets_, rows_;  // KLU takes pointers to non-const
  std::vector<double> values_, x_;
  klu_common common_;
  klu_symbolic* symbolic_ = nullptr;
  klu_numeric* numeric_ = nullptr;
};

}  // namespace

SolverKind klu() {
  return {"klu", false, [](Problem const& problem) -> std::unique_ptr<Solver> {
            return std::make_unique<KluSolver>(problem);
          }};
}

}  // namespace heddle::perf
