// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// F of A + A^T from the elimination tree, on any backend: a superset of F, and F itself where A is
/// symmetric.
///
/// Row i of L is the union of the tree paths from its entries in A + A^T towards i (Liu, SIMAX 11,
/// 1990). Rows are independent: workers draw them by ticket, stamp the nodes of the row in an array
/// of their own, and stop a path where it meets a stamp. Where an entry lands depends on the race,
/// so entries are keys (line, member) that are sorted afterwards: the result is deterministic.
/// Cost: O(nnz(F)) and a sort. Memory: 12 bytes an entry of F in passing, a stamp of n per worker.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/base/detail/memory.hpp>
#include <heddle/base/detail/tickets.hpp>
#include <heddle/symbolic/factor_pattern.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>
#include <Kokkos_Sort.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::symbolic::detail {

using heddle::detail::allocate;

template <class Memory>
using Offsets = Kokkos::View<DefaultOffset*, Memory>;
template <class Memory>
using Indices = Kokkos::View<DefaultIndex*, Memory>;
template <class Memory>
using Keys = Kokkos::View<std::uint64_t*, Memory>;
template <class Memory>
using DefaultPattern = Pattern<DefaultOffset, DefaultIndex, Memory>;
/// Ranges over entries count in 64 bits.
template <class Exec>
using EntryRange = Kokkos::RangePolicy<Exec, Kokkos::IndexType<DefaultOffset>>;

/// A View of zeros.
template <class View, class Exec>
View zeros(Exec const& exec, std::string const& label, DefaultOffset const extent) {
  return View(Kokkos::view_alloc(exec, label), extent);
}

/// A copy of a vector in the memory of `exec`, which must be fenced before the vector goes.
template <class Exec>
Indices<typename Exec::memory_space> copied(Exec const& exec, std::string const& label,
                                            std::vector<DefaultIndex> const& from) {
  using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
  auto const to = allocate<DefaultIndex>(exec, label, from.size());
  Kokkos::deep_copy(
      exec, to,
      Kokkos::View<DefaultIndex const*, Kokkos::HostSpace, Unmanaged>(from.data(), from.size()));
  return to;
}

/// Line and member of an entry in one number that sorts by line, then by member.
KOKKOS_INLINE_FUNCTION std::uint64_t entry_key(DefaultIndex const line, DefaultIndex const member) {
  return static_cast<std::uint64_t>(line) << 32 | static_cast<std::uint64_t>(member);
}
KOKKOS_INLINE_FUNCTION DefaultIndex line_of(std::uint64_t const key) {
  return static_cast<DefaultIndex>(key >> 32);
}
KOKKOS_INLINE_FUNCTION DefaultIndex member_of(std::uint64_t const key) {
  return static_cast<DefaultIndex>(key & 0xffffffffu);
}

/// The first slot in [begin, end) whose member is not below `member`; members ascend.
template <class View>
KOKKOS_INLINE_FUNCTION DefaultOffset lower_slot(View const& members, DefaultOffset begin,
                                                DefaultOffset end, DefaultIndex const member) {
  while (begin < end) {
    DefaultOffset const middle = begin + (end - begin) / 2;
    if (members(middle) < member) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

/// What the workers of the kernels share: their number, and one array of n for each.
template <class Memory>
struct Workers {
  heddle::detail::TeamShape shape;
  heddle::detail::TicketCounter<Memory> next_ticket;
  Indices<Memory> scratch;
};

template <class Exec>
Workers<typename Exec::memory_space> make_workers(Exec const& exec, DefaultIndex const n,
                                                  SymbolicOptions const& options) {
  using Memory = typename Exec::memory_space;
  using Traits = backends::traits<Exec>;
  std::uint64_t const bytes = sizeof(DefaultIndex) * std::max<std::uint64_t>(n, 1);
  std::uint64_t const wanted = options.workers > 0 ? options.workers : Traits::workers(exec);
  auto const count = std::min({wanted, static_cast<std::uint64_t>(std::max(n, 1)),
                               std::max<std::uint64_t>(options.scratch_bytes / bytes, 1)});
  return {{static_cast<int>(count), 1, Traits::lanes},
          heddle::detail::TicketCounter<Memory>(
              Kokkos::view_alloc(exec, "heddle::symbolic::next_ticket")),
          allocate<DefaultIndex>(exec, "heddle::symbolic::worker_scratch", count * n)};
}

/// Offsets of the lines of a symmetric F, and where the diagonal stands.
template <class Memory>
struct PlaceLines {
  Indices<Memory> row_counts, column_counts;
  Offsets<Memory> offsets, diagonal;

  KOKKOS_FUNCTION void operator()(DefaultIndex const j, DefaultOffset& sum, bool const last) const {
    DefaultOffset const begin = sum;
    sum += DefaultOffset{1} + row_counts(j) + column_counts(j);
    if (!last) return;
    diagonal(j) = begin + row_counts(j);
    offsets(j + 1) = sum;
  }
};

/// Counts, then lists, for each column the rows above its diagonal that A holds there.
template <class Exec>
struct ListUpperEntries {
  using Memory = typename Exec::memory_space;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  DefaultPattern<Memory> matrix;
  Offsets<Memory> ends;  // entry column + 1: the count, later a cursor that stops at the list's end
  Indices<Memory> lists;  // empty while counting

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    DefaultIndex const row = team.league_rank();
    auto const entries =
        Kokkos::ThreadVectorRange(team, matrix.row_offsets(row), matrix.row_offsets(row + 1));
    Kokkos::parallel_for(entries, [&](DefaultOffset const p) {
      DefaultIndex const column = matrix.columns(p);
      if (column <= row) return;
      DefaultOffset const slot = Kokkos::atomic_fetch_add(&ends(column + 1), DefaultOffset{1});
      if (lists.extent(0) > 0) lists(slot) = row;
    });
  }
};

template <class Memory>
struct CountsToCursors {
  Offsets<Memory> counts;

  KOKKOS_FUNCTION void operator()(DefaultIndex const i, DefaultOffset& sum, bool const last) const {
    DefaultOffset const count = counts(i);
    if (last) counts(i) = sum;
    sum += count;
  }
};

/// Entries of A above the diagonal, by columns: list j is [ends(j), ends(j + 1)).
template <class Memory>
struct UpperLists {
  Offsets<Memory> ends;
  Indices<Memory> lists;
};

template <class Exec>
UpperLists<typename Exec::memory_space> list_upper_entries(
    Exec const& exec, DefaultPattern<typename Exec::memory_space> const& matrix) {
  using Memory = typename Exec::memory_space;
  DefaultIndex const n = matrix.num_rows;
  UpperLists<Memory> upper;
  upper.ends = zeros<Offsets<Memory>>(exec, "heddle::symbolic::upper_ends", n + 1);
  Kokkos::TeamPolicy<Exec> const rows(exec, n, 1, backends::traits<Exec>::lanes);
  Kokkos::parallel_for("heddle::symbolic::count_upper_entries", rows,
                       ListUpperEntries<Exec>{matrix, upper.ends, {}});
  Kokkos::parallel_scan("heddle::symbolic::place_upper_lists",
                        Kokkos::RangePolicy<Exec>(exec, 0, n + 1),
                        CountsToCursors<Memory>{upper.ends});
  upper.lists =
      allocate<DefaultIndex>(exec, "heddle::symbolic::upper_lists", matrix.num_entries() + 1);
  Kokkos::parallel_for("heddle::symbolic::list_upper_entries", rows,
                       ListUpperEntries<Exec>{matrix, upper.ends, upper.lists});
  return upper;
}

/// Row i of L and its mirror image, column i of U, as keys.
template <class Exec>
struct ClimbTreePaths {
  using Memory = typename Exec::memory_space;
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  DefaultPattern<Memory> matrix;
  UpperLists<Memory> upper;
  Indices<Memory> parent;
  Offsets<Memory> offsets, diagonal;
  Indices<Memory> num_before, num_behind;  // entries written before and behind the diagonal
  Keys<Memory> keys;
  Indices<Memory> stamps;  // n for each worker; -1 at first

  KOKKOS_FUNCTION void operator()(Member const& team, DefaultIndex const row) const {
    DefaultIndex* const stamp =
        stamps.data() + static_cast<std::size_t>(team.league_rank()) * parent.extent(0);
    Kokkos::parallel_for(
        Kokkos::ThreadVectorRange(team, matrix.row_offsets(row), matrix.row_offsets(row + 1)),
        [&](DefaultOffset const p) { climb(row, matrix.columns(p), stamp); });
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, upper.ends(row), upper.ends(row + 1)),
                         [&](DefaultOffset const p) { climb(row, upper.lists(p), stamp); });
    Kokkos::single(Kokkos::PerTeam(team), [&] { keys(diagonal(row)) = entry_key(row, row); });
  }

  /// Lanes climb at the same time. Who meets a stamp stops: its owner goes on along the same path.
  KOKKOS_FUNCTION void climb(DefaultIndex const row, DefaultIndex node,
                             DefaultIndex* const stamp) const {
    while (node < row && Kokkos::atomic_exchange(stamp + node, row) != row) {
      keys(offsets(row) + Kokkos::atomic_fetch_add(&num_before(row), 1)) = entry_key(row, node);
      keys(diagonal(node) + 1 + Kokkos::atomic_fetch_add(&num_behind(node), 1)) =
          entry_key(node, row);
      node = parent(node);
    }
  }
};

template <class Memory>
struct SortLine {
  Offsets<Memory> offsets;
  Keys<Memory> keys;

  void operator()(DefaultIndex const line) const {
    std::sort(keys.data() + offsets(line), keys.data() + offsets(line + 1));
  }
};

/// Sorts the entries of each line. Devices sort all keys at once.
template <class Exec>
void sort_lines(Exec const& exec, Offsets<typename Exec::memory_space> const& offsets,
                Keys<typename Exec::memory_space> const& keys) {
  if constexpr (backends::traits<Exec>::is_host) {
    Kokkos::parallel_for("heddle::symbolic::sort_lines",
                         Kokkos::RangePolicy<Exec>(exec, 0, offsets.extent(0) - 1),
                         SortLine<typename Exec::memory_space>{offsets, keys});
  } else {
    Kokkos::sort(exec, keys);
  }
}

/// Members from sorted keys.
template <class Memory>
struct UnpackMembers {
  Keys<Memory> keys;
  Indices<Memory> members;

  KOKKOS_FUNCTION void operator()(DefaultOffset const slot) const {
    members(slot) = member_of(keys(slot));
  }
};

/// The slot of (j,i) for the slot of (i,j). The slots below the diagonal search and write both.
template <class Memory>
struct FindMirrors {
  Keys<Memory> keys;
  Offsets<Memory> offsets, diagonal;
  Indices<Memory> members;
  Offsets<Memory> mirror;

  KOKKOS_FUNCTION void operator()(DefaultOffset const slot) const {
    DefaultIndex const line = line_of(keys(slot)), member = member_of(keys(slot));
    if (member < line) return;
    DefaultOffset const other = lower_slot(members, offsets(member), diagonal(member), line);
    mirror(slot) = other;
    mirror(other) = slot;
  }
};

/// A symmetric F: both orders are the same arrays, and `keys` tells the line of each slot.
template <class Memory>
struct TreeSuperset {
  FactorPattern<Memory> pattern;
  Keys<Memory> keys;
};

template <class Exec>
TreeSuperset<typename Exec::memory_space> tree_superset(
    Exec const& exec, DefaultPattern<typename Exec::memory_space> const& matrix,
    EliminationTree const& tree, Workers<typename Exec::memory_space> const& workers) {
  using Memory = typename Exec::memory_space;
  Kokkos::Profiling::ScopedRegion const region("heddle::symbolic::tree_superset");
  DefaultIndex const n = matrix.num_rows;
  DefaultOffset const size = tree.num_factor_entries;
  auto const offsets = zeros<Offsets<Memory>>(exec, "heddle::symbolic::offsets", n + 1);
  auto const diagonal = allocate<DefaultOffset>(exec, "heddle::symbolic::diagonal", n);
  Kokkos::parallel_scan(
      "heddle::symbolic::place_lines", Kokkos::RangePolicy<Exec>(exec, 0, n),
      PlaceLines<Memory>{copied(exec, "heddle::symbolic::row_counts", tree.row_counts),
                         copied(exec, "heddle::symbolic::column_counts", tree.column_counts),
                         offsets, diagonal});

  auto const keys = allocate<std::uint64_t>(exec, "heddle::symbolic::keys", size);
  heddle::detail::fill(exec, "heddle::symbolic::clear_scratch", workers.scratch, -1);
  heddle::detail::for_each_ticket(
      exec, "heddle::symbolic::climb_tree_paths", workers.shape, workers.next_ticket, n,
      ClimbTreePaths<Exec>{matrix, list_upper_entries(exec, matrix),
                           copied(exec, "heddle::symbolic::parent", tree.parent), offsets, diagonal,
                           zeros<Indices<Memory>>(exec, "heddle::symbolic::num_before", n),
                           zeros<Indices<Memory>>(exec, "heddle::symbolic::num_behind", n), keys,
                           workers.scratch});
  sort_lines(exec, offsets, keys);

  auto const members = allocate<DefaultIndex>(exec, "heddle::symbolic::members", size);
  auto const mirror = allocate<DefaultOffset>(exec, "heddle::symbolic::row_slot", size);
  Kokkos::parallel_for("heddle::symbolic::unpack_members", EntryRange<Exec>(exec, 0, size),
                       UnpackMembers<Memory>{keys, members});
  Kokkos::parallel_for("heddle::symbolic::find_mirrors", EntryRange<Exec>(exec, 0, size),
                       FindMirrors<Memory>{keys, offsets, diagonal, members, mirror});
  return {{n, offsets, members, diagonal, offsets, members, diagonal, mirror, true}, keys};
}

}  // namespace heddle::symbolic::detail
