// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A map of many pairs at once, built at either place: the phase "hash::build".
///
/// The slots of a map have one form on all backends, so a table that the host has built is one bulk
/// copy away from the device. Needs Heddle::place, which maps alone do not.
#pragma once

#include <heddle/base/compiled_for.hpp>
#include <heddle/hash/detail/built_elsewhere.hpp>
#include <heddle/hash/map.hpp>
#include <heddle/place/library_phase.hpp>
#include <heddle/place/policy.hpp>
#include <heddle/place/report.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace heddle::hash {

/// What a caller of build can choose.
struct BuildOptions {
  MapOptions map = {};  ///< a capacity of 0 stands for what the keys need at the target load
  /// By default where the keys are: the device of a device backend, else the host. The host builds
  /// for a device if pairs are packed (up to 8 + 8 bytes, compared by their bits) and the given
  /// views are contiguous.
  place::Policy place = {};
};

/// A map, what became of the pairs, and where that happened.
template <class Map>
struct BuildResult {
  Map map;
  BulkResult counts;
  place::PhaseReport phase;
};

/// A map with the given pairs; of equal keys exactly one stays, and which one is not said. `keys`
/// and `values`: rank-1 views of one length in memory that the map's backend reaches. Fences
/// `exec`. Expected O(1) a pair. Throws size_mismatch, unsupported_place, and what the constructor
/// of the map throws.
template <class Map, class Keys, class Values>
BuildResult<Map> build(typename Map::execution_space const& exec, Keys const& keys,
                       Values const& values, BuildOptions const& options = {}) {
  Kokkos::Profiling::ScopedRegion const region("heddle::hash::build");
  require_initialized("heddle::hash::build");
  detail::expect_length(values, keys.extent(0), "values");
  auto of_map = options.map;
  if (of_map.capacity == 0) {
    of_map.capacity = detail::slots_for(keys.extent(0), of_map.target_load);
  }
  place::LibraryPhase run(detail::build_question<Map>(keys, values, options.place));
  if constexpr (detail::can_build_elsewhere<Map>) {
    if (run.where() == place::Where::host) {
      auto [map, counts] = detail::build_elsewhere<Map>(exec, keys, values, of_map, run);
      return {std::move(map), counts, run.end()};
    }
  }
  Map map(exec, of_map);
  auto const counts = map.insert(exec, keys, values);
  return {std::move(map), counts, run.end()};
}

}  // namespace heddle::hash
