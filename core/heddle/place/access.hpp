// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// How phases say what they do with arrays.
///
/// Each function takes any number of arrays, or structs of arrays for which `members(s)` is found
/// by argument-dependent lookup and returns a std::tuple of Arrays. Bodies get one View for each
/// array, in the order of the accesses: const ones for reads and last_use.
#pragma once

#include <heddle/place/array.hpp>

#include <tuple>
#include <type_traits>
#include <utility>

namespace heddle::place {

/// One array with what is done to it.
template <class Data, Mode m>
struct Access {
  static constexpr Mode mode = m;
  Array<Data> array;
  bool last_use = false;
  bool guarded = false;
};

/// Accesses in the order of a body's Views.
template <class... A>
struct AccessList {
  std::tuple<A...> items;
};

namespace detail {

template <class T>
inline constexpr bool is_array = false;
template <class Data>
inline constexpr bool is_array<Array<Data>> = true;

template <class T>
inline constexpr bool is_access_list = false;
template <class... A>
inline constexpr bool is_access_list<AccessList<A...>> = true;

template <class S>
concept HasMembers = requires(S const& s) {
  members(s);
};

/// An Array or a struct of Arrays.
template <class T>
concept Accessible = is_array<T> || HasMembers<T>;

template <Mode mode, class T>
auto accesses_of(T const& thing, bool last_use) {
  if constexpr (is_array<T>) {
    return std::tuple(Access<typename T::data_type, mode>{thing, last_use, false});
  } else {
    return std::apply(
        [&](auto const&... arrays) {
          return std::tuple_cat(accesses_of<mode>(arrays, last_use)...);
        },
        members(thing));
  }
}

template <class Tuple>
struct ListOf;
template <class... A>
struct ListOf<std::tuple<A...>> {
  using type = AccessList<A...>;
};

template <Mode mode, class... T>
auto list_of(bool last_use, T const&... things) {
  auto items = std::tuple_cat(accesses_of<mode>(things, last_use)...);
  return typename ListOf<decltype(items)>::type{std::move(items)};
}

}  // namespace detail

/// Reads them: valid here before the phase, const Views, no new version.
template <detail::Accessible... T>
auto reads(T const&... things) {
  return detail::list_of<Mode::reads>(false, things...);
}

/// Reads and writes them: valid here before the phase, a new version after it.
template <detail::Accessible... T>
auto updates(T const&... things) {
  return detail::list_of<Mode::updates>(false, things...);
}

/// Writes every element it wants to keep: never copied before the phase, a new version after it. A
/// slice is updated instead, as the rest of its array must live on.
template <detail::Accessible... T>
auto overwrites(T const&... things) {
  return detail::list_of<Mode::overwrites>(false, things...);
}

/// Reads them for the last time: after the phase they are unwritten and their memory is free.
template <detail::Accessible... T>
auto last_use(T const&... things) {
  return detail::list_of<Mode::reads>(true, things...);
}

/// The same accesses, with a backup if this place has the only valid copy: what the arrays hold
/// survives an exception of the body. Costs a copy within the place.
template <class... A>
AccessList<A...> guarded(AccessList<A...> accesses) {
  std::apply([](auto&... item) { ((item.guarded = true), ...); }, accesses.items);
  return accesses;
}

namespace detail {

/// The accesses of a phase as the state machine sees them.
template <class... A>
std::vector<Use> uses_of(std::tuple<A...> const& accesses) {
  std::vector<Use> uses;
  uses.reserve(sizeof...(A));
  auto const add = [&](auto const& access) {
    Use use = access.array.use(std::decay_t<decltype(access)>::mode);
    use.last_use = access.last_use;
    use.guarded = access.guarded;
    uses.push_back(std::move(use));
  };
  std::apply([&](auto const&... access) { (add(access), ...); }, accesses);
  return merged(uses);
}

/// The View that goes with an access that is open at `side`.
template <class Memory, class Data, Mode mode>
auto view_of(Access<Data, mode> const& access, Side side) {
  return access.array.template view<mode, Memory>(side);
}

/// The type of that View.
template <class A, class Memory>
using ViewOf = decltype(view_of<Memory>(std::declval<A const&>(), Side::host));

/// Calls a body with an instance and the Views, or with the Views alone if it takes no instance.
template <class Memory, class F, class Exec, class... A>
decltype(auto) call_body(F const& f, Exec const& exec, std::tuple<A...> const& accesses,
                         Side side) {
  if constexpr (std::is_invocable_v<F const&, Exec const&, ViewOf<A, Memory>...>) {
    return std::apply(
        [&](auto const&... access) -> decltype(auto) {
          return f(exec, view_of<Memory>(access, side)...);
        },
        accesses);
  } else {
    static_assert(std::is_invocable_v<F const&, ViewOf<A, Memory>...>,
                  "heddle::place: the body cannot be called with its instance and one View for "
                  "each access; reads give const elements, rows lie as LayoutRight");
    return std::apply(
        [&](auto const&... access) -> decltype(auto) {
          return f(view_of<Memory>(access, side)...);
        },
        accesses);
  }
}

}  // namespace detail
}  // namespace heddle::place
