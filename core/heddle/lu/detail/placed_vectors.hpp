// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Matrices and right-hand sides of a device on their way to a solve on the host, and back.
#pragma once

#include <heddle/base/detail/memory.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/lu/factorization.hpp>
#include <heddle/place/library_phase.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

namespace heddle::lu::detail {

template <class From, class To>
struct CopyVectors {
  From from;
  To to;
  std::int64_t rows;
  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    to(item % rows, item / rows) = from(item % rows, item / rows);
  }
};

template <class Exec, class From, class To>
void copy_vectors(Exec const& exec, From const& from, To const& to) {
  auto const rows = static_cast<std::int64_t>(from.extent(0));
  Kokkos::parallel_for("heddle::lu::stage_vectors",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(
                           exec, 0, rows * static_cast<std::int64_t>(from.extent(1))),
                       CopyVectors<From, To>{from, to, rows});
}

/// Columns of equal length in both memories; kept, so that repeated solves allocate nothing.
template <class T, class Exec>
class StagedVectors {
 public:
  using There = Kokkos::View<T**, Kokkos::LayoutLeft, typename Exec::memory_space>;
  using Here = Kokkos::View<T**, Kokkos::LayoutLeft, Kokkos::HostSpace>;

  /// The columns on the host. Waits.
  Here const& fetch(Exec const& exec, Vectors<T const, Exec> const& from,
                    place::LibraryPhase& run) {
    fit(exec, from.extent(0), from.extent(1));
    run.copies("right-hand sides", place::Direction::to_host, bytes());
    copy_vectors(exec, from, there_);
    Kokkos::deep_copy(exec, here_, there_);
    exec.fence("heddle::lu::stage_vectors");
    return here_;
  }
  /// What the host wrote into them since, to the device. Waits.
  void send(Exec const& exec, Vectors<T, Exec> const& to, place::LibraryPhase& run) {
    run.copies("solutions", place::Direction::to_device, bytes());
    Kokkos::deep_copy(exec, there_, here_);
    copy_vectors(exec, there_, to);
    exec.fence("heddle::lu::stage_vectors");
  }
  std::int64_t bytes() const { return static_cast<std::int64_t>(here_.size() * sizeof(T)); }

 private:
  void fit(Exec const& exec, std::size_t rows, std::size_t count) {
    if (here_.extent(0) == rows && here_.extent(1) == count) return;
    there_ =
        There(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "heddle::lu::staged_vectors"),
              rows, count);
    here_ = Here(Kokkos::view_alloc(Kokkos::WithoutInitializing, "heddle::lu::staged_vectors"),
                 rows, count);
  }
  There there_;
  Here here_;
};

/// A view in host memory; the copy is told, if it is one.
template <class Exec, class T, class Memory>
Kokkos::View<T const*, Kokkos::HostSpace> fetched(Exec const& exec, char const* name,
                                                  Kokkos::View<T const*, Memory> const& view,
                                                  place::LibraryPhase& run) {
  if constexpr (!std::is_same_v<Memory, Kokkos::HostSpace>) {
    run.copies(name, place::Direction::to_host,
               static_cast<std::int64_t>(view.extent(0) * sizeof(T)));
  }
  std::int64_t bytes = 0;
  return heddle::detail::to_memory<Kokkos::HostSpace>(exec, "heddle::lu::staged_matrix", view,
                                                      bytes);
}

/// Values or a matrix in host memory.
/// @{
template <class Exec, class T, class... Properties>
auto fetched(Exec const& exec, Kokkos::View<T*, Properties...> const& values,
             place::LibraryPhase& run) {
  using Memory = typename Kokkos::View<T*, Properties...>::memory_space;
  return fetched(exec, "values", Kokkos::View<T const*, Memory>(values), run);
}
template <class Exec, class Value, class Offset, class Memory>
Csr<Value, Offset> fetched(Exec const& exec, Csr<Value, Offset, DefaultIndex, Memory> const& matrix,
                           place::LibraryPhase& run) {
  return {
      matrix.num_rows, matrix.num_columns, fetched(exec, "row offsets", matrix.row_offsets, run),
      fetched(exec, "columns", matrix.columns, run), fetched(exec, "values", matrix.values, run)};
}
template <class Exec, class Value, class Offset, class Memory>
Csc<Value, Offset> fetched(Exec const& exec, Csc<Value, Offset, DefaultIndex, Memory> const& matrix,
                           place::LibraryPhase& run) {
  return {matrix.num_rows, matrix.num_columns,
          fetched(exec, "column offsets", matrix.column_offsets, run),
          fetched(exec, "rows", matrix.rows, run), fetched(exec, "values", matrix.values, run)};
}
/// @}

}  // namespace heddle::lu::detail
