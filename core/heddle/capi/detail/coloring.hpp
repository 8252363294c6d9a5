// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Colourings of one backend behind the C calls, with the two maps of compressed Jacobians: colours
/// to seeds, and a compressed Jacobian to nonzeros. One gather, without atomics, bitwise the same
/// everywhere. Source: Curtis, Powell, Reid, IMA J. Appl. Math. 13, 1974.
#pragma once

#include <heddle/base/sparse.hpp>
#include <heddle/capi/detail/arrays.hpp>
#include <heddle/capi/detail/backend.hpp>
#include <heddle/coloring/coloring.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstdint>
#include <string>

namespace heddle::capi {

/// S(vertex, colour) = 1 where the vertex has that colour, else 0; column by column.
template <class Memory>
struct WriteSeed {
  Kokkos::View<DefaultIndex const*, Memory> colors;
  Kokkos::View<double*, Memory> seeds;
  std::int64_t num_vertices;
  KOKKOS_FUNCTION void operator()(std::int64_t at) const {
    seeds(at) = colors(at % num_vertices) == at / num_vertices ? 1 : 0;
  }
};

/// Row `row` of J from B = J S, or with `by_rows` from B = J^T S.
template <class Offset, class Memory>
struct RecoverRow {
  Pattern<Offset, DefaultIndex, Memory> pattern;
  Kokkos::View<DefaultIndex const*, Memory> colors;
  Kokkos::View<double const*, Memory> compressed;
  Kokkos::View<double*, Memory> values;
  bool by_rows;
  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    for (auto entry = pattern.row_offsets(row); entry < pattern.row_offsets(row + 1); ++entry) {
      std::int64_t const column = pattern.columns(entry);
      values(entry) = compressed(by_rows ? column + std::int64_t{pattern.num_columns} * colors(row)
                                         : row + std::int64_t{pattern.num_rows} * colors(column));
    }
  }
};

template <class Offset, class Exec>
class ColoringOf final : public Coloring {
  using Memory = typename Exec::memory_space;
  using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

 public:
  ColoringOf(Exec const& exec, Rows<Offset> const& given, coloring::ColoringOptions const& options)
      : exec_(exec) {
    auto const rows = static_cast<std::size_t>(given.num_rows);
    auto const entries = static_cast<std::size_t>(given.num_entries);
    pattern_ = {static_cast<DefaultIndex>(given.num_rows),
                static_cast<DefaultIndex>(given.num_columns),
                kept<Memory>(exec, given.memory, given.row_offsets, rows + 1, "row_offsets"),
                kept<Memory>(exec, given.memory, given.columns, entries, "columns")};
    coloring_ = coloring::color(exec, pattern_, options);
  }

  heddle_coloring_report report() const override {
    return {pattern_.num_rows,
            pattern_.num_columns,
            static_cast<std::int64_t>(pattern_.num_entries()),
            coloring_.num_colors,
            coloring_.num_row_colors,
            coloring_.lower_bound,
            static_cast<int>(coloring_.kind)};
  }

  void colors(int memory, std::int32_t* colors, std::int32_t* row_colors) override {
    bool const both = coloring_.kind == coloring::Kind::bidirectional;
    HEDDLE_EXPECTS(both || row_colors == nullptr, invalid_argument,
                   "there are row_colors in bidirectional colourings alone");
    Result<std::int32_t, Exec> const columns(exec_, memory, colors, coloring_.colors.extent(0),
                                             "colors");
    Result<std::int32_t, Exec> const rows(exec_, memory, row_colors,
                                          both ? coloring_.row_colors.extent(0) : 0, "row_colors");
    Kokkos::deep_copy(exec_, columns.view(), coloring_.colors);
    if (both) Kokkos::deep_copy(exec_, rows.view(), coloring_.row_colors);
    columns.deliver();
    rows.deliver();
  }

  void seeds(int memory, double* seeds) override {
    Kokkos::Profiling::ScopedRegion const region("heddle::capi::seeds");
    bool const by_rows = expect_one_sided();
    std::int64_t const vertices = by_rows ? pattern_.num_rows : pattern_.num_columns;
    auto const count = vertices * coloring_.num_colors;
    Result<double, Exec> const result(exec_, memory, seeds, static_cast<std::size_t>(count),
                                      "seeds");
    Kokkos::parallel_for("heddle::capi::seeds", Range(exec_, 0, count),
                         WriteSeed<Memory>{coloring_.colors, result.view(), vertices});
    result.deliver();
  }

  void recover(int memory, double const* compressed, double* values) override {
    Kokkos::Profiling::ScopedRegion const region("heddle::capi::recover");
    bool const by_rows = expect_one_sided();
    std::int64_t const height = by_rows ? pattern_.num_columns : pattern_.num_rows;
    auto const block =
        brought<Memory>(exec_, memory, compressed,
                        static_cast<std::size_t>(height * coloring_.num_colors), "compressed");
    Result<double, Exec> const result(exec_, memory, values, pattern_.columns.extent(0), "values");
    Kokkos::parallel_for(
        "heddle::capi::recover", Range(exec_, 0, pattern_.num_rows),
        RecoverRow<Offset, Memory>{pattern_, coloring_.colors, block, result.view(), by_rows});
    result.deliver();
  }

 private:
  /// Whether it is one of the rows; throws if it is none of the columns either.
  bool expect_one_sided() const {
    bool const by_rows = coloring_.kind == coloring::Kind::rows;
    HEDDLE_EXPECTS(by_rows || coloring_.kind == coloring::Kind::columns, unsupported,
                   "compressed Jacobians by colourings of kind " +
                       std::string(coloring::to_string(coloring_.kind)));
    return by_rows;
  }

  Exec exec_;
  Pattern<Offset, DefaultIndex, Memory> pattern_;
  coloring::ResultOn<Exec> coloring_;
};

}  // namespace heddle::capi
