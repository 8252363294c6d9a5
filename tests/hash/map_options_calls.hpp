// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The bodies of map_options.hpp's calls, for the sources that instantiate them.
#pragma once

#include <tests/hash/map_calls.hpp>
#include <tests/hash/map_options.hpp>

namespace heddle::test::maps {

template <class Map>
hash::BulkResult Raw<Map>::upsert(Exec const& exec, Map& map, Upsert call, Keys const& keys,
                                  Values const& values, Statuses const& statuses,
                                  Options const& options) {
  switch (call) {
    case Upsert::insert: return map.insert(exec, keys, values, statuses, options);
    case Upsert::assign: return map.insert_or_assign(exec, keys, values, statuses, options);
    case Upsert::sum:
      return map.insert_or_apply(exec, keys, values, hash::Sum{}, statuses, options);
    default: return map.find_or_insert(exec, keys, values, statuses, options);
  }
}
template <class Map>
void Raw<Map>::upsert_async(Exec const& exec, Map& map, Upsert call, Keys const& keys,
                            Values const& values, Statuses const& statuses,
                            Options const& options) {
  switch (call) {
    case Upsert::insert: return map.insert_async(exec, keys, values, statuses, options);
    case Upsert::assign: return map.insert_or_assign_async(exec, keys, values, statuses, options);
    case Upsert::sum:
      return map.insert_or_apply_async(exec, keys, values, hash::Sum{}, statuses, options);
    default: return map.find_or_insert_async(exec, keys, values, statuses, options);
  }
}
template <class Map>
hash::BulkResult Raw<Map>::find(Exec const& exec, Map const& map, Keys const& keys,
                                Values const& values, Statuses const& statuses) {
  return map.find(exec, keys, values, statuses);
}
template <class Map>
hash::BulkResult Raw<Map>::contains(Exec const& exec, Map const& map, Keys const& keys,
                                    Statuses const& statuses) {
  return map.contains(exec, keys, statuses);
}
template <class Map>
hash::BulkResult Raw<Map>::erase(Exec const& exec, Map& map, Keys const& keys,
                                 Statuses const& statuses) {
  return map.erase(exec, keys, statuses);
}
template <class Map>
void Raw<Map>::erase_async(Exec const& exec, Map& map, Keys const& keys, Statuses const& statuses) {
  map.erase_async(exec, keys, statuses);
}
template <class Map>
std::size_t Raw<Map>::retrieve_all(Exec const& exec, Map const& map, Keys const& keys,
                                   Values const& values, bool sorted) {
  return map.retrieve_all(exec, keys, values, sorted);
}

}  // namespace heddle::test::maps
