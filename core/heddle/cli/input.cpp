// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/input.hpp>

#include <heddle/base/timer.hpp>
#include <heddle/cli/exit_code.hpp>
#include <heddle/io/read.hpp>
#include <heddle/io/write.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace heddle::cli {
namespace {

[[noreturn]] void refuse(std::string const& file, std::string const& what) {
  throw Failure(ExitCode::bad_input, fmt::format("{}: {}", file, what));
}

io::Matrix read(std::string const& file, Observer const& observer) {
  io::ReadOptions options;
  options.observer = observer;
  return io::read_matrix(file, options);
}

std::int64_t stored_entries(io::Matrix const& matrix) {
  return static_cast<std::int64_t>(std::max(matrix.values.size(), matrix.rows.size()));
}

/// A file of a few bytes may claim two thousand million rows. More rows than entries can fill are
/// singular; said here, so that no memory is taken for them. Small ones get the full analysis.
void expect_rows_with_entries(std::string const& file, io::Matrix const& matrix) {
  constexpr std::int32_t small = 1'000'000;
  auto const can_fill = 2 * stored_entries(matrix);  // a stored entry may have a mirror
  if (matrix.num_rows <= small || matrix.num_rows <= can_fill) return;
  throw Failure(ExitCode::no_solution,
                fmt::format("{}: structurally_singular: {} rows, of which at most {} have an entry",
                            file, matrix.num_rows, can_fill));
}

}  // namespace

System read_system(std::string const& file, Observer const& observer) {
  Timer timer;
  auto const matrix = read(file, observer);
  if (matrix.num_rows != matrix.num_columns) {
    refuse(file, fmt::format("a rectangular matrix, {} x {}; sparse LU needs a square one",
                             matrix.num_rows, matrix.num_columns));
  }
  expect_rows_with_entries(file, matrix);
  System system;
  system.file = file;
  system.size = matrix.num_rows;
  system.stored_entries = stored_entries(matrix);
  system.field = matrix.field;
  system.symmetry = matrix.symmetry;
  system.rows = to_host_matrix(matrix);
  system.entries = num_entries(*system.rows);
  system.read = {"read", "host", timer.seconds(), 0};
  return system;
}

bool is_complex(System const& system) { return system.field == io::Field::complex; }

Vectors read_right_hand_sides(std::string const& file, System const& system,
                              Observer const& observer) {
  auto const matrix = read(file, observer);
  if (matrix.num_rows != system.size) {
    refuse(file, fmt::format("{} rows; the matrix has {}", matrix.num_rows, system.size));
  }
  if (matrix.field == io::Field::complex && !is_complex(system)) {
    refuse(file, "complex right-hand sides of a real matrix");
  }
  // A sparse file may claim any number of empty columns; memory is taken for columns it bears out.
  if (matrix.num_columns < 1 ||
      (matrix.num_columns > 1 && matrix.num_columns > stored_entries(matrix))) {
    refuse(file, fmt::format("{} right-hand sides with {} entries in all", matrix.num_columns,
                             stored_entries(matrix)));
  }
  return to_vectors(matrix);
}

void write_vectors(std::string const& file, Vectors const& vectors) {
  io::Matrix matrix;
  matrix.num_rows = static_cast<std::int32_t>(vectors.rows);
  matrix.num_columns = static_cast<std::int32_t>(vectors.count);
  matrix.layout = io::Layout::array;
  matrix.values = vectors.values;
  matrix.imaginary = vectors.imaginary;
  if (!vectors.imaginary.empty()) matrix.field = io::Field::complex;
  io::write_matrix(file, matrix);
}

std::string field_text(io::Field field) {
  switch (field) {
    case io::Field::real: return "real";
    case io::Field::integer: return "integer";
    case io::Field::pattern: return "pattern";
    case io::Field::complex: return "complex";
  }
  return "unknown";
}

std::string symmetry_text(io::Symmetry symmetry) {
  switch (symmetry) {
    case io::Symmetry::general: return "general";
    case io::Symmetry::symmetric: return "symmetric";
    case io::Symmetry::skew_symmetric: return "skew-symmetric";
    case io::Symmetry::hermitian: return "hermitian";
  }
  return "unknown";
}

std::string system_text(System const& system) {
  auto const both = system.entries == system.stored_entries
                        ? std::string()
                        : fmt::format(" ({} stored)", system.stored_entries);
  return fmt::format("{}: {} x {}, {} entries{}, {} {}", system.file, system.size, system.size,
                     system.entries, both, field_text(system.field),
                     symmetry_text(system.symmetry));
}

}  // namespace heddle::cli
