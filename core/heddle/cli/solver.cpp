// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one place of the command where backend, precision and complex numbers are types.
#include <heddle/cli/solver.hpp>

#include <heddle/backends/selection.hpp>
#include <heddle/base/error.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/io/convert.hpp>
#include <heddle/lu/analysis.hpp>
#include <heddle/lu/placed_factorization.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <type_traits>
#include <utility>
#include <variant>

namespace heddle::cli {

using ComplexNumber = Kokkos::complex<double>;

struct HostMatrix {
  std::variant<Csr<double>, Csr<ComplexNumber>> rows;
};

struct Plan {
  lu::AnalyzeResult analysed;
  bool complex = false;
};

namespace {

template <class Value>
using HostColumns = Kokkos::View<Value**, Kokkos::LayoutLeft, Kokkos::HostSpace,
                                 Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

ComplexNumber number_of(Vectors const& vectors, std::size_t item, ComplexNumber) {
  return {vectors.values[item], vectors.imaginary.empty() ? 0.0 : vectors.imaginary[item]};
}
double number_of(Vectors const& vectors, std::size_t item, double) { return vectors.values[item]; }

void set_number(Vectors& vectors, std::size_t item, double value) { vectors.values[item] = value; }
void set_number(Vectors& vectors, std::size_t item, ComplexNumber const& value) {
  vectors.values[item] = value.real();
  vectors.imaginary[item] = value.imag();
}

template <class Number>
Vectors make_vectors(std::int64_t rows, std::int64_t count, std::vector<Number> const& numbers) {
  Vectors vectors{rows, count, std::vector<double>(numbers.size())};
  if constexpr (!std::is_floating_point_v<Number>) vectors.imaginary.resize(numbers.size());
  for (std::size_t item = 0; item < numbers.size(); ++item) {
    set_number(vectors, item, numbers[item]);
  }
  return vectors;
}

template <class Value, class Exec>
class BackendSolver final : public Solver {
  using Number = std::conditional_t<std::is_floating_point_v<Value>, double, ComplexNumber>;

 public:
  explicit BackendSolver(Plan const& plan) : factors_(exec_, plan.analysed) {}

  lu::FactorResult factor(HostMatrix const& matrix, lu::PivotOptions const& options) override {
    auto here = options;
    if (!backends::traits<Exec>::is_host) here.place.where = place::Where::device;
    return factors_.factor(exec_, std::get<Csr<Number>>(matrix.rows), here);
  }
  lu::FactorResult refactor(HostMatrix const& matrix, lu::PivotOptions const& options) override {
    return factors_.refactor(exec_, std::get<Csr<Number>>(matrix.rows), options);
  }
  lu::SolveResult solve(Vectors const& right_hand_side, Vectors& solution,
                        lu::SolveOptions const& options) override {
    auto const n = static_cast<std::size_t>(right_hand_side.rows);
    auto const count = static_cast<std::size_t>(right_hand_side.count);
    std::vector<Number> given(n * count), found(n * count);
    for (std::size_t item = 0; item < given.size(); ++item) {
      given[item] = number_of(right_hand_side, item, Number());
    }
    HostColumns<Number const> const b(given.data(), n, count);
    HostColumns<Number> const x(found.data(), n, count);
    auto const result = solve_columns(b, x, options);
    solution = make_vectors(right_hand_side.rows, right_hand_side.count, found);
    return result;
  }

 private:
  using DeviceColumns = Kokkos::View<Number**, Kokkos::LayoutLeft, typename Exec::memory_space>;

  lu::SolveResult solve_columns(HostColumns<Number const> const& b, HostColumns<Number> const& x,
                                lu::SolveOptions const& options) {
    if constexpr (backends::traits<Exec>::is_host) {
      return factors_.solve(exec_, b, x, options);
    } else {
      return solve_in_device_memory(b, x, options);
    }
  }

  lu::SolveResult solve_in_device_memory(HostColumns<Number const> const& b,
                                         HostColumns<Number> const& x,
                                         lu::SolveOptions const& options) {
    // Both buffers are kept: freeing device memory would stop the device in every solve.
    if (device_b_.extent(0) != b.extent(0) || device_b_.extent(1) != b.extent(1)) {
      device_b_ = DeviceColumns(
          Kokkos::view_alloc(exec_, Kokkos::WithoutInitializing, "heddle::cli::right_hand_sides"),
          b.extent(0), b.extent(1));
      device_x_ = DeviceColumns(
          Kokkos::view_alloc(exec_, Kokkos::WithoutInitializing, "heddle::cli::solutions"),
          b.extent(0), b.extent(1));
    }
    Timer there;
    Kokkos::deep_copy(exec_, device_b_, b);
    exec_.fence("heddle::cli::right_hand_sides");
    double const seconds_there = there.seconds();

    auto result = factors_.solve(exec_, device_b_, device_x_, options);

    Timer back;
    Kokkos::deep_copy(exec_, x, device_x_);
    exec_.fence("heddle::cli::solutions");
    auto const bytes = static_cast<std::int64_t>((b.size() + x.size()) * sizeof(Number));
    charge_to_solve(result.phases, seconds_there + back.seconds(), bytes);
    return result;
  }

  /// Adds to the phase "solve", which every solve reports.
  static void charge_to_solve(std::vector<lu::PhaseReport>& phases, double seconds,
                              std::int64_t bytes) {
    auto const solve = std::find_if(phases.begin(), phases.end(), [](lu::PhaseReport const& item) {
      return item.phase == "solve";
    });
    if (solve == phases.end()) return;
    solve->seconds += seconds;
    solve->bytes_moved += bytes;
  }

  Exec exec_;
  lu::PlacedFactorization<Value, Exec> factors_;
  DeviceColumns device_b_, device_x_;
};

/// Copies the parts of the result that need no Kokkos.
AnalysisReport to_report(lu::AnalyzeResult&& result, bool complex) {
  AnalysisReport report;
  report.status = result.status;
  if (!result.analysis.empty()) report.plan = std::make_shared<Plan>(Plan{result, complex});
  report.structural_rank = result.structural_rank;
  report.unmatched_rows = std::move(result.unmatched_rows);
  report.unmatched_columns = std::move(result.unmatched_columns);
  report.first_bad = result.first_bad;
  report.num_levels = result.num_levels;
  report.longest_column = result.longest_column;
  report.num_factor_entries = result.num_factor_entries;
  report.multiply_adds = result.multiply_adds;
  report.bytes = result.bytes;
  report.pattern_symmetry = result.pattern_symmetry;
  report.exact_pattern = result.exact_pattern;
  report.num_blocks = result.num_blocks;
  report.largest_block = result.largest_block;
  report.phases = std::move(result.phases);
  return report;
}

}  // namespace

HostMatrixHandle to_host_matrix(io::Matrix const& matrix) {
  if (matrix.field == io::Field::complex) {
    return std::make_shared<HostMatrix const>(HostMatrix{io::to_csr<ComplexNumber>(matrix)});
  }
  return std::make_shared<HostMatrix const>(HostMatrix{io::to_csr<double>(matrix)});
}

std::int64_t num_entries(HostMatrix const& matrix) {
  return std::visit([](auto const& rows) { return rows.num_entries(); }, matrix.rows);
}

namespace {
template <class Number>
Vectors product_with_ones(Csr<Number> const& rows, bool transpose) {
  auto const length = transpose ? rows.num_columns : rows.num_rows;
  std::vector<Number> sums(static_cast<std::size_t>(length), Number(0));
  for (DefaultIndex row = 0; row < rows.num_rows; ++row) {
    for (auto entry = rows.row_offsets(row); entry < rows.row_offsets(row + 1); ++entry) {
      auto const line = transpose ? rows.columns(entry) : row;
      sums[static_cast<std::size_t>(line)] += rows.values(entry);
    }
  }
  return make_vectors(length, 1, sums);
}
}  // namespace

Vectors times_ones(HostMatrix const& matrix, bool transpose) {
  return std::visit([&](auto const& rows) { return product_with_ones(rows, transpose); },
                    matrix.rows);
}

Vectors to_vectors(io::Matrix const& matrix) {
  auto const columns = [&](auto const& dense) {
    return make_vectors(matrix.num_rows, matrix.num_columns,
                        std::vector(dense.data(), dense.data() + dense.size()));
  };
  if (matrix.field == io::Field::complex) return columns(io::to_dense<ComplexNumber>(matrix));
  return columns(io::to_dense<double>(matrix));
}

AnalysisReport analyze(std::string_view backend, HostMatrix const& matrix,
                       lu::AnalyzeOptions const& options) {
  AnalysisReport report;
  bool const found = backends::with_backend(backend, [&]<class Exec>(std::type_identity<Exec>) {
    std::visit(
        [&]<class Number>(Csr<Number> const& rows) {
          bool const complex = !std::is_floating_point_v<Number>;
          report = to_report(lu::analyze(Exec(), rows, options), complex);
        },
        matrix.rows);
  });
  HEDDLE_EXPECTS(found, internal, "no backend of that name");
  return report;
}

std::unique_ptr<Solver> make_solver(std::string_view backend, Precision precision,
                                    Plan const& plan) {
  std::unique_ptr<Solver> solver;
  bool const found = backends::with_backend(backend, [&]<class Exec>(std::type_identity<Exec>) {
    bool const single = precision == Precision::f32;
    if (plan.complex && single) {
      solver = std::make_unique<BackendSolver<Kokkos::complex<float>, Exec>>(plan);
    } else if (plan.complex) {
      solver = std::make_unique<BackendSolver<ComplexNumber, Exec>>(plan);
    } else if (single) {
      solver = std::make_unique<BackendSolver<float, Exec>>(plan);
    } else {
      solver = std::make_unique<BackendSolver<double, Exec>>(plan);
    }
  });
  HEDDLE_EXPECTS(found, internal, "no backend of that name");
  return solver;
}

}  // namespace heddle::cli
