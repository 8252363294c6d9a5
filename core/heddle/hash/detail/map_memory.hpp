// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Memory of a map: how many buckets, whether the machine has them, and filling them anew.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/base/error.hpp>
#include <heddle/hash/detail/bulk.hpp>
#include <heddle/hash/detail/purge.hpp>
#include <heddle/hash/operations.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <exception>
#include <limits>
#include <string>

namespace heddle::hash::detail {

inline void expect_load(double load) {
  HEDDLE_EXPECTS(load > 0 && load <= 1, invalid_argument,
                 "the target load is " + std::to_string(load) + ", not in (0, 1]");
}

/// The fewest slots that hold `keys` at `load` with one slot to spare, so that lookups of absent
/// keys end at an empty slot.
inline std::size_t slots_for(std::size_t keys, double load) {
  auto const wanted = std::ceil(static_cast<double>(keys) / load);
  HEDDLE_EXPECTS(wanted < 0x1p62, out_of_memory,
                 "a table for " + std::to_string(keys) + " keys exceeds every address space");
  return std::max(static_cast<std::size_t>(wanted), keys + 1);
}

/// Whole buckets for `slots`.
template <class Table>
std::uint64_t buckets_for(std::size_t slots) {
  auto const buckets = slots / Table::bucket_slots + (slots % Table::bucket_slots != 0);
  bool const fits = sizeof(typename Table::hash_type) == 8 ||
                    buckets <= std::numeric_limits<std::uint32_t>::max();
  HEDDLE_EXPECTS(fits, invalid_argument,
                 std::to_string(slots) + " slots are too many for a 32-bit hash");
  return buckets;
}

/// An empty table. Throws out_of_memory with the bytes it would take.
template <class Table, class Exec, class... Functions>
typename Table::Storage make_storage(Exec const& exec, std::size_t slots,
                                     Functions const&... functions) {
  using Storage = typename Table::Storage;
  auto const buckets = buckets_for<Table>(slots);
  auto const too_large = [&] {
    return "a table of " + std::to_string(slots) + " slots takes " +
           std::to_string(Storage::bytes_for(buckets)) + " bytes";
  };
  bool const countable =
      buckets < std::numeric_limits<std::uint64_t>::max() / (2 * Storage::bytes_for(1));
  HEDDLE_EXPECTS(countable, out_of_memory, std::to_string(slots) + " slots exceed every memory");
  HEDDLE_EXPECTS(Storage::bytes_for(buckets) <= backends::traits<Exec>::usable_bytes(exec),
                 out_of_memory, too_large());
  try {
    Storage storage(exec, buckets);
    clear_table(exec, storage, storage.table(functions...));
    return storage;
  } catch (std::exception const&) {  // Kokkos has several types for it, by version
    HEDDLE_EXPECTS(false, out_of_memory, too_large());
    throw;
  }
}

/// Inserts every entry of another table, position by position. The source lies in the order of
/// hashes, so the target is filled range by range.
template <class Table, class Source>
struct InsertEntry {
  Table table;
  Source source;
  KOKKOS_FUNCTION void operator()(std::int64_t at, std::uint64_t& refused) const {
    typename Table::key_type key;
    typename Table::value_type value;
    if (!source.read(static_cast<std::uint64_t>(at), key, value)) return;
    refused += table.upsert(key, table.hash_of(key), value, KeepHeld{}).status == Status::full;
  }
};

/// Copies all entries of `source` into `table`, which has room. Fences `exec`.
template <class Exec, class Table, class Source>
void copy_entries(Exec const& exec, Table const& table, Source const& source) {
  std::uint64_t refused = 0;
  Kokkos::parallel_reduce("heddle::hash::copy_entries",
                          Range64<Exec>(exec, 0, static_cast<std::int64_t>(source.num_positions())),
                          InsertEntry<Table, Source>{table, source}, refused);
  HEDDLE_EXPECTS(refused == 0, internal, "a table had too few slots for its entries");
}

}  // namespace heddle::hash::detail
