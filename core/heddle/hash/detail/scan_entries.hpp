// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Kernels over all entries of a table.
#pragma once

#include <heddle/hash/detail/bulk.hpp>
#include <heddle/hash/statistics.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::hash::detail {

template <class Table>
struct CountEntry {
  Table table;
  KOKKOS_FUNCTION void operator()(std::int64_t at, std::uint64_t& count) const {
    typename Table::key_type key;
    typename Table::value_type value;
    count += table.read(static_cast<std::uint64_t>(at), key, value);
  }
};

/// Compacts entries in the order of positions; those past the end of the outputs are only counted.
template <class Table, class Keys, class Values>
struct RetrieveEntry {
  Table table;
  Keys keys;
  Values values;
  std::uint64_t limit;  ///< entries that the outputs hold: others may appear while this runs
  KOKKOS_FUNCTION void operator()(std::int64_t at, std::uint64_t& before, bool last) const {
    typename Table::key_type key;
    typename Table::value_type value;
    if (!table.read(static_cast<std::uint64_t>(at), key, value)) return;
    if (last && before < limit) {
      keys(before) = key;
      if (values.data() != nullptr) values(before) = value;
    }
    ++before;
  }
};

template <class Table, class F>
struct VisitEntry {
  Table table;
  F f;
  KOKKOS_FUNCTION void operator()(std::int64_t at) const {
    typename Table::key_type key;
    typename Table::value_type value;
    if (table.read(static_cast<std::uint64_t>(at), key, value)) f(key, value);
  }
};

template <class Table, class F>
struct EraseEntryIf {
  Table table;
  F f;
  KOKKOS_FUNCTION void operator()(std::int64_t at, std::uint64_t& erased) const {
    typename Table::key_type key;
    typename Table::value_type value;
    if (!table.read(static_cast<std::uint64_t>(at), key, value) || !f(key, value)) return;
    erased += table.erase(key, table.hash_of(key)) == Status::erased;
  }
};

template <class Table>
struct MeasureEntry {
  using value_type = ProbeStatistics;
  Table table;
  KOKKOS_FUNCTION void operator()(std::int64_t at, ProbeStatistics& all) const {
    typename Table::key_type key;
    typename Table::value_type value;
    if (!table.read(static_cast<std::uint64_t>(at), key, value)) return;
    all.add(table.probe_length(key, table.hash_of(key)));
  }
  KOKKOS_INLINE_FUNCTION void init(ProbeStatistics& all) const { all = ProbeStatistics{}; }
  KOKKOS_INLINE_FUNCTION void join(ProbeStatistics& all, ProbeStatistics const& part) const {
    all.add(part);
  }
};

template <class Exec, class Table>
Range64<Exec> all_positions(Exec const& exec, Table const& table) {
  return {exec, 0, static_cast<std::int64_t>(table.num_positions())};
}

/// Live entries. Fences `exec`.
template <class Exec, class Table>
std::uint64_t count_entries(Exec const& exec, Table const& table) {
  std::uint64_t count = 0;
  Kokkos::parallel_reduce("heddle::hash::size", all_positions(exec, table),
                          CountEntry<Table>{table}, count);
  return count;
}

}  // namespace heddle::hash::detail
