// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A map of a device that the host has built: pairs go there in two bulk copies, slots come back in
/// one.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/hash/map.hpp>
#include <heddle/place/library_phase.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace heddle::hash::detail {

template <class Map>
struct MapTypes;
template <class Key, class Value, class Exec_, class Hash, class Equal, class Traits>
struct MapTypes<HashMap<Key, Value, Exec_, Hash, Equal, Traits>> {
  using Exec = Exec_;
  using HostExec = Kokkos::DefaultHostExecutionSpace;
  using OnHost = HashMap<Key, Value, HostExec, Hash, Equal, Traits>;
  static constexpr bool is_host = backends::traits<Exec>::is_host;
  static constexpr bool same_slots =
      is_packed<Key, Value, Exec, Hash, Equal> && is_packed<Key, Value, HostExec, Hash, Equal>;
};

/// Whether the host can build the slots of a map that lies in another memory.
template <class Map>
inline constexpr bool can_build_elsewhere = !MapTypes<Map>::is_host && MapTypes<Map>::same_slots;

template <class Map, class Keys, class Values>
place::PhaseQuestion build_question(Keys const& keys, Values const& values,
                                    place::Policy const& call) {
  using Types = MapTypes<Map>;
  place::PhaseQuestion question{"hash::build"};
  question.call = call;
  question.nnz = static_cast<std::int64_t>(keys.extent(0));
  question.bytes = question.nnz * static_cast<std::int64_t>(sizeof(typename Keys::value_type) +
                                                            sizeof(typename Values::value_type));
  bool const crosses = keys.span_is_contiguous() && values.span_is_contiguous();
  question.has_host = Types::is_host || (can_build_elsewhere<Map> && crosses);
  question.usual.where = Types::is_host ? place::Where::host : place::Where::device;
  question.device_backend = backends::traits<typename Types::Exec>::name;
  if (Types::is_host) question.host_backend = question.device_backend;
  return question;
}

/// The words of a packed table, side slots behind the buckets.
template <class Word>
struct TableWords {
  Word* data;
  std::size_t count;
};

/// The door through which a table gets its slots as a whole.
struct MapAccess {
  template <class Map>
  static auto words(Map const& map) {
    auto const slots = map.calls_.table().table;
    return TableWords{slots.slots, static_cast<std::size_t>(slots.side - slots.slots) + 2};
  }
  /// To be called before slots are written on `exec`: the table is no longer known to be empty.
  template <class Map, class Exec>
  static void note_filling(Map& map, Exec const& exec) {
    auto const use = map.calls_.sharing().enter(exec);
    map.calls_.touch(exec);
  }
};

/// A contiguous view in the host's memory.
template <class Exec, class View>
auto brought_to_host(Exec const& exec, View const& view, std::string_view name,
                     place::LibraryPhase& run) {
  using Item = typename View::non_const_value_type;
  Kokkos::View<Item*, Kokkos::HostSpace> const host(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "heddle::hash::build_input"), view.extent(0));
  run.copies(name, place::Direction::to_host,
             static_cast<std::int64_t>(view.extent(0) * sizeof(Item)));
  Kokkos::View<Item const*, typename View::memory_space, Kokkos::MemoryUnmanaged> const from(
      view.data(), view.extent(0));
  if (view.extent(0) > 0) Kokkos::deep_copy(exec, host, from);
  return host;
}

template <class Map, class Exec, class Keys, class Values>
std::pair<Map, BulkResult> build_elsewhere(Exec const& exec, Keys const& keys, Values const& values,
                                           MapOptions options, place::LibraryPhase& run) {
  using OnHost = typename MapTypes<Map>::OnHost;
  using Word = typename Map::Table::Word;
  using Memory = typename Map::memory_space;
  typename MapTypes<Map>::HostExec const host;
  auto const host_keys = brought_to_host(exec, keys, "keys", run);
  auto const host_values = brought_to_host(exec, values, "values", run);
  exec.fence("heddle::hash::build_input");
  OnHost built(host, options);
  auto const counts = built.insert(host, host_keys, host_values);
  options.capacity = built.capacity();  // it may have grown
  Map map(exec, options);
  auto const from = MapAccess::words(built);
  auto const to = MapAccess::words(map);
  run.copies("slots", place::Direction::to_device,
             static_cast<std::int64_t>(from.count * sizeof(Word)));
  using Unmanaged = Kokkos::MemoryUnmanaged;
  MapAccess::note_filling(map, exec);
  Kokkos::deep_copy(exec, Kokkos::View<Word*, Memory, Unmanaged>(to.data, to.count),
                    Kokkos::View<Word const*, Kokkos::HostSpace, Unmanaged>(from.data, from.count));
  exec.fence("heddle::hash::build");
  return {std::move(map), counts};
}

}  // namespace heddle::hash::detail
