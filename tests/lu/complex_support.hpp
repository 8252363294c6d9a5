// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Complex matrices for the tests of lu: from families and files to containers, and solves.
#pragma once

#include <tests/families.hpp>
#include <tests/lu/support.hpp>
#include <tests/reference/complex_entries.hpp>
#include <tests/support/data.hpp>

#include <heddle/io/read.hpp>
#include <heddle/lu/factorization.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace heddle::test {

using reference::Complex;
using reference::ComplexEntries;
using reference::ComplexVector;
using Single = Kokkos::complex<float>;
using Double = Kokkos::complex<double>;

/// A family with complex values: rows and columns turned by phases, which changes no magnitude and
/// no condition, then every entry moved by up to a tenth.
inline ComplexEntries complex_family(families::Family const family, std::int32_t const size,
                                     std::uint64_t const seed) {
  Entries const real = families::make(family, size, seed);
  families::Random random(seed + 77);
  auto const phases = [&](std::int32_t const n) {
    ComplexVector turned(n);
    for (auto& item : turned) item = std::polar(1.0, 3.2 * random.value());
    return turned;
  };
  auto const rows = phases(real.num_rows), columns = phases(real.num_columns);
  ComplexEntries entries{real.num_rows, real.num_columns, {}};
  for (auto const& [row, column, value] : real.list) {
    Complex const moved(1 + 0.07 * random.value(), 0.07 * random.value());
    entries.add(row, column, value * rows[row] * columns[column] * moved);
  }
  return entries;
}

/// 1, 2, ..., n over n, each turned by its own angle.
inline ComplexVector spiral(std::size_t const n) {
  ComplexVector x(n);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = std::polar(static_cast<double>(i + 1) / static_cast<double>(n), 0.7 * i);
  return x;
}

/// The places and parts of a complex matrix as two lists of real entries, for the containers.
template <class Value>
struct ComplexLines {
  Entries places;
  std::vector<Value> values;

  ComplexLines(ComplexEntries const& entries, bool const by_rows) {
    places = {entries.num_rows, entries.num_columns, {}};
    for (std::size_t k = 0; k < entries.list.size(); ++k)
      places.add(entries.list[k].row, entries.list[k].column, static_cast<double>(k));
    // The value of a place is its number in the list, which the lines carry along.
    Lines<double, std::int64_t> const order(places, by_rows);
    for (double const k : order.values) {
      auto const& value = entries.list[static_cast<std::size_t>(k)].value;
      using Real = typename Value::value_type;
      values.emplace_back(static_cast<Real>(value.real()), static_cast<Real>(value.imag()));
    }
  }
};

template <class Value = Double, class Offset = std::int64_t, class Memory = Kokkos::HostSpace>
Csr<Value, Offset, std::int32_t, Memory> complex_csr(ComplexEntries const& entries) {
  ComplexLines<Value> const lines(entries, true);
  auto const pattern = csr<double, Offset, Memory>(lines.places);
  return {entries.num_rows, entries.num_columns, pattern.row_offsets, pattern.columns,
          to_view<Value, Memory>(lines.values)};
}

template <class Value = Double, class Offset = std::int64_t, class Memory = Kokkos::HostSpace>
Csc<Value, Offset, std::int32_t, Memory> complex_csc(ComplexEntries const& entries) {
  ComplexLines<Value> const lines(entries, false);
  auto const pattern = csc<double, Offset, Memory>(lines.places);
  return {entries.num_rows, entries.num_columns, pattern.column_offsets, pattern.rows,
          to_view<Value, Memory>(lines.values)};
}

template <class View>
ComplexVector to_complex_vector(View const& view) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  ComplexVector result(host.extent(0));
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = {host(i).real(), host(i).imag()};
  return result;
}

inline bool same_bits(ComplexVector const& a, ComplexVector const& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Complex)) == 0);
}

struct ComplexSolution {
  lu::SolveResult result;
  ComplexVector x;
};

/// Solves with vectors of `Rhs`, the type of the factors or Double.
template <class Rhs = Double, class Value, class Space>
ComplexSolution solve(Solver<Value, Space> const& solver, ComplexVector const& b,
                      lu::SolveOptions const& options = {}) {
  using Memory = typename Space::memory_space;
  using Real = typename Rhs::value_type;
  std::vector<Rhs> rounded;
  for (auto const& item : b)
    rounded.emplace_back(static_cast<Real>(item.real()), static_cast<Real>(item.imag()));
  auto const rhs = to_view<Rhs, Memory>(rounded);
  Kokkos::View<Rhs*, Memory> const x("heddle::test::solution", b.size());
  auto result = solver.factors->solve(solver.exec, rhs, x, solver.workspace, options);
  return {std::move(result), to_complex_vector(x)};
}

/// The system that an operation means.
inline ComplexEntries system_of(ComplexEntries const& a, lu::Operation const operation) {
  switch (operation) {
    case lu::Operation::none: return a;
    case lu::Operation::transpose: return reference::transposed(a);
    case lu::Operation::conjugate_transpose: return reference::adjoint(a);
  }
  return a;
}

inline constexpr lu::Operation all_operations[] = {lu::Operation::none, lu::Operation::transpose,
                                                   lu::Operation::conjugate_transpose};

/// A complex file as entries; symmetry is expanded here anew. Nothing if it is not there.
inline std::optional<ComplexEntries> complex_file(std::string const& path) {
  if (path.empty() || !std::filesystem::exists(path)) return {};
  auto const matrix = io::read_matrix(path);
  if (matrix.symmetry != io::Symmetry::general) return {};  // the data set has general ones
  ComplexEntries entries{matrix.num_rows, matrix.num_columns, {}};
  for (std::size_t k = 0; k < matrix.rows.size(); ++k)
    entries.add(matrix.rows[k], matrix.columns[k], {matrix.values[k], matrix.imaginary[k]});
  return entries;
}

}  // namespace heddle::test
