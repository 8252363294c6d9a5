// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a bulk call does with one of its items.
#pragma once

#include <heddle/hash/operations.hpp>
#include <heddle/hash/options.hpp>
#include <heddle/hash/results.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace heddle::hash::detail {

/// Stores one pair; `write_back` puts the value that the table holds now in its place.
template <class Table, class Keys, class Values, class Update, class Statuses, bool write_back>
struct UpsertItem {
  using Hash = typename Table::hash_type;
  Table table;
  Keys keys;
  Values values;
  Update update;
  Statuses statuses;

  KOKKOS_FUNCTION Hash hash(std::int64_t i) const { return table.hash_of(keys(i)); }
  KOKKOS_FUNCTION Status operator()(std::int64_t i, Hash h) const {
    typename Table::value_type const given = values(i);
    auto const result = table.upsert(keys(i), h, given, update);
    if constexpr (write_back) {
      if (result.status != Status::full) values(i) = result.value;
    }
    if (statuses.data() != nullptr) statuses(i) = result.status;
    return result.status;
  }
};

/// Removes one key.
template <class Table, class Keys, class Statuses>
struct EraseItem {
  using Hash = typename Table::hash_type;
  Table table;
  Keys keys;
  Statuses statuses;

  KOKKOS_FUNCTION Hash hash(std::int64_t i) const { return table.hash_of(keys(i)); }
  KOKKOS_FUNCTION Status operator()(std::int64_t i, Hash h) const {
    auto const status = table.erase(keys(i), h);
    if (statuses.data() != nullptr) statuses(i) = status;
    return status;
  }
};

/// Looks one key up; without `values` only whether it is there.
template <class Table, class Keys, class Values, class Statuses>
struct FindItem {
  using Hash = typename Table::hash_type;
  Table table;
  Keys keys;
  Values values;
  Statuses statuses;
  typename Table::value_type miss;

  KOKKOS_FUNCTION Hash hash(std::int64_t i) const { return table.hash_of(keys(i)); }
  KOKKOS_FUNCTION Status operator()(std::int64_t i, Hash h) const {
    return report(i, table.find(keys(i), h));
  }
  KOKKOS_FUNCTION Status report(std::int64_t i,
                                FindResult<typename Table::value_type> const& result) const {
    if (values.data() != nullptr) values(i) = result.found ? result.value : miss;
    auto const status = result.found ? Status::found : Status::not_found;
    if (statuses.data() != nullptr) statuses(i) = status;
    return status;
  }
};

/// Another try for the items that were refused by a full table.
template <class Item>
struct OnlyFull {
  using Hash = typename Item::Hash;
  Item item;
  decltype(Item::table) table = item.table;

  KOKKOS_FUNCTION Hash hash(std::int64_t i) const { return item.hash(i); }
  KOKKOS_FUNCTION Status operator()(std::int64_t i, Hash h) const {
    return item.statuses(i) == Status::full ? item(i, h) : Status::none;
  }
};

}  // namespace heddle::hash::detail
