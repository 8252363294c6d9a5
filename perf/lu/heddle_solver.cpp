// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heddle on one backend: matrix, right-hand side and solution live in that backend's memory, as in
// a code that computes there. Each call ends with a fence, inside the timed region.
#include "copy_to.hpp"
#include "solver.hpp"

#include <heddle/backends/selection.hpp>
#include <heddle/backends/traits.hpp>
#include <heddle/base/configuration.hpp>
#include <heddle/lu/factorization.hpp>

#include <Kokkos_Core.hpp>

namespace heddle::perf {
namespace {

void check(lu::Status status, char const* call) {
  switch (status) {
    case lu::Status::success:
    case lu::Status::ill_conditioned:
    case lu::Status::pivot_degraded:
    case lu::Status::not_converged:  // a usable x; the backward error of the run shows how good
      return;
    default: throw SolverFailure(std::string(call) + ": " + std::string(lu::to_string(status)));
  }
}

template <class Exec>
class HeddleSolver final : public Solver {
  using Memory = typename Exec::memory_space;
  using Matrix = Csc<double, DefaultOffset, DefaultIndex, Memory>;

 public:
  explicit HeddleSolver(Problem const& problem) {
    given_.num_rows = given_.num_columns = problem.n;
    std::vector<DefaultOffset> const offsets(problem.offsets.begin(), problem.offsets.end());
    given_.column_offsets = copy_to(exec_, "heddle::perf::column_offsets", offsets);
    given_.rows = copy_to(exec_, "heddle::perf::rows", problem.rows);
    given_.values = copy_to(exec_, "heddle::perf::values", problem.values);
    next_ = given_;
    next_.values = copy_to(exec_, "heddle::perf::next_values", problem.next_values);
    b_ = copy_to(exec_, "heddle::perf::b", problem.right_hand_side);
    x_ = copy_to(exec_, "heddle::perf::x", problem.right_hand_side);
  }

  void analyze() override {
    analyzed_ = lu::analyze(exec_, given_);
    check(analyzed_.status, "analyze");
    fence();
  }

  // The condition estimate is left out: the peers make none.
  void factor() override { factor_with(without_estimate()); }

  void refactor(Values values) override {
    auto const& matrix = values == Values::given ? given_ : next_;
    factored_ = factors_->refactor(exec_, matrix, without_estimate());
    check(factored_.status, "refactor");
    fence();
  }

  void solve() override {
    lu::SolveOptions options;
    options.refinement = lu::Refinement::off;
    solve_with(options);
  }
  void solve_refined(Values) override { solve_with({}); }

  void first_solution() override {
    analyze();
    factor_with({});
    solve_with({});
  }

  std::vector<double> solution() override {
    std::vector<double> host(x_.extent(0));
    Kokkos::View<double*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> const to(host.data(),
                                                                               host.size());
    Kokkos::deep_copy(exec_, to, x_);
    fence();
    return host;
  }

  std::map<std::string, double> facts() override {
    std::map<std::string, double> facts = {
        {"factor_entries", static_cast<double>(analyzed_.num_factor_entries)},
        {"multiply_adds", static_cast<double>(analyzed_.multiply_adds)},
        {"levels", static_cast<double>(analyzed_.num_levels)},
        {"recovered", static_cast<double>(factored_.recovered)},
        {"perturbed", static_cast<double>(factored_.perturbed)}};
    for (auto const& report : analyzed_.phases) facts[report.phase + "_ms"] = 1e3 * report.seconds;
    return facts;
  }

 private:
  static lu::PivotOptions without_estimate() {
    lu::PivotOptions options;
    options.estimate_condition = false;
    return options;
  }

  void factor_with(lu::PivotOptions const& options) {
    factors_ = std::make_unique<lu::Factorization<double, Exec>>(exec_, analyzed_.analysis);
    factored_ = factors_->factor(exec_, given_, options);
    check(factored_.status, "factor");
    fence();
  }

  void solve_with(lu::SolveOptions const& options) {
    check(factors_->solve(exec_, b_, x_, workspace_, options).status, "solve");
    fence();
  }

  void fence() const { exec_.fence("heddle::perf::done"); }

  Exec exec_;
  Matrix given_, next_;
  Kokkos::View<double*, Memory> b_, x_;
  lu::AnalyzeResult analyzed_;
  lu::FactorResult factored_;
  std::unique_ptr<lu::Factorization<double, Exec>> factors_;
  lu::SolveWorkspace<Exec> workspace_;
};

template <class Exec>
void describe(Exec const& exec, std::map<std::string, std::string>& context) {
  if constexpr (requires { exec.cuda_device_prop(); }) {
    context["gpu"] = exec.cuda_device_prop().name;
  } else {
    context[std::string(backends::traits<Exec>::name) + "_threads"] =
        std::to_string(exec.concurrency());
  }
}

}  // namespace

std::vector<SolverKind> heddle_solvers() {
  std::vector<SolverKind> kinds;
  backends::for_each_backend([&]<class Exec>(std::type_identity<Exec>) {
    kinds.push_back({std::string("heddle_") + backends::traits<Exec>::name, true,
                     [](Problem const& problem) -> std::unique_ptr<Solver> {
                       return std::make_unique<HeddleSolver<Exec>>(problem);
                     }});
  });
  return kinds;
}

std::map<std::string, std::string> heddle_context() {
  std::map<std::string, std::string> context;
  auto const built = configuration();
  context["heddle"] = built.version + " (" + built.commit + ")";
  context["kokkos"] = built.kokkos_version;
  for (auto const& compiler : built.compilers) {
    auto& compilers = context["compiler"];
    compilers += (compilers.empty() ? "" : ", ") + compiler;
  }
  backends::for_each_backend(
      [&]<class Exec>(std::type_identity<Exec>) { describe(Exec{}, context); });
  return context;
}

}  // namespace heddle::perf
