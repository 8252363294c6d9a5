// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "automatic.hpp"

#include <heddle/base/error.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/io/convert.hpp>
#include <heddle/io/read.hpp>
#include <heddle/lu/analysis.hpp>
#include <heddle/lu/placed_factorization.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace heddle::perf {
namespace {

using place::Where;
constexpr int refactorizations = 10;
constexpr std::array places = {Where::host, Where::device};

class Program {
 public:
  Program(Exec const& exec, std::string const& path)
      : exec_(exec),
        matrix_(io::to_csr<double>(io::read_matrix(path))),
        b_("b", static_cast<std::size_t>(matrix_.num_rows)),
        x_("x", b_.extent(0)) {
    Kokkos::deep_copy(b_, 1.0);
  }

  /// Wheres of the analysis, and of the rest.
  double run(Where analysis, Where numeric) {
    lu::AnalyzeOptions how;
    how.place.where = analysis;
    lu::PivotOptions pivots;
    pivots.place.where = numeric;
    lu::SolveOptions solves;
    solves.place.where = numeric;
    exec_.fence("heddle::perf::program");
    Timer const timer;
    auto const analysed = lu::analyze(exec_, matrix_, how);
    HEDDLE_EXPECTS(analysed.status == lu::Status::success, invalid_matrix,
                   std::string("analysis: ") + std::string(to_string(analysed.status)));
    // On a host backend the other place is Serial, so that there is something to choose.
    lu::PlacedFactorization<double, Exec, backends::ReferenceBackend> factors(exec_, analysed,
                                                                              1 + refactorizations);
    auto const factored = factors.factor(exec_, matrix_, pivots);
    for (int i = 0; i < refactorizations; ++i) {
      factors.refactor(exec_, matrix_.values, pivots);
      factors.solve(exec_, b_, x_, solves);
    }
    double const seconds = timer.seconds();
    chosen_ = place_of(analysed.phases, "symbolic") + "+" + place_of(factored.phases, "numeric");
    return seconds;
  }
  std::string const& chosen() const { return chosen_; }

 private:
  static std::string place_of(std::vector<lu::PhaseReport> const& phases, char const* name) {
    auto const found = std::find_if(phases.begin(), phases.end(),
                                    [&](auto const& part) { return part.phase == name; });
    return found == phases.end() ? "?" : std::string(to_string(found->place));
  }

  Exec exec_;
  Csr<double> matrix_;
  Kokkos::View<double*, Exec::memory_space> b_, x_;
  std::string chosen_;  ///< by the last run
};

}  // namespace

PlacedProgram lu_program(Exec const& exec, std::string const& name, std::string const& path) {
  auto const program = std::make_shared<std::shared_ptr<Program>>();
  auto const get = [=]() -> Program& {
    if (!*program) *program = std::make_shared<Program>(exec, path);
    return **program;
  };
  PlacedProgram made;
  made.name = name;
  made.ways = {"host+host", "host+device", "device+host", "device+device"};
  made.fixed = [=](int way) { return get().run(places[way / 2], places[way % 2]); };
  made.automatic = [=] { return get().run(Where::automatic, Where::automatic); };
  made.chosen = [=] { return get().chosen(); };
  return made;
}

}  // namespace heddle::perf
