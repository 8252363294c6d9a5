// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Arguments of typed kernels: their types from the kernel's call operator, their values by value.
#pragma once

#include <heddle/graph/shape.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace heddle::graph::detail {

template <class... T>
struct Types {
  static constexpr int count = sizeof...(T);
};

/// `list` without its first n types.
template <int n, class List>
struct Drop;
template <class... T>
struct Drop<0, Types<T...>> {
  using type = Types<T...>;
};
template <class First, class... Rest>
struct Drop<0, Types<First, Rest...>> {
  using type = Types<First, Rest...>;
};
template <int n, class First, class... Rest>
struct Drop<n, Types<First, Rest...>> : Drop<n - 1, Types<Rest...>> {};

/// Parameters of a call operator or function, decayed.
template <class F>
struct SignatureOf;
template <class C, class R, class... P>
struct SignatureOf<R (C::*)(P...) const> {
  using type = Types<std::decay_t<P>...>;
};
template <class C, class R, class... P>
struct SignatureOf<R (C::*)(P...) const noexcept> {
  using type = Types<std::decay_t<P>...>;
};
template <class R, class... P>
struct SignatureOf<R (*)(P...)> {
  using type = Types<P...>;
};

/// Exactly P, or a pointer that gains const.
template <class P, class Given>
inline constexpr bool is_argument = std::is_same_v<P, Given> ||
                                    (std::is_pointer_v<P> && std::is_pointer_v<Given> &&
                                     std::is_same_v<P, std::remove_pointer_t<Given> const*>);

/// Values for a call on the device; a std::tuple's functions are not device functions.
template <class... P>
struct Arguments;
template <>
struct Arguments<> {
  template <class F, class... Before>
  KOKKOS_FUNCTION void call(F const& f, Before const&... before) const {
    f(before...);
  }
  void describe(std::vector<std::string>&) const {}
  void addresses(std::vector<void*>&) {}
};

template <class T>
std::string value_text(T const& value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_arithmetic_v<T>) {
    return std::to_string(value);
  } else if constexpr (std::is_pointer_v<T>) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (auto rest = reinterpret_cast<std::uintptr_t>(value); rest; rest /= 16) {
      text.insert(text.begin(), digits[rest % 16]);
    }
    return "0x" + (text.empty() ? std::string("0") : text);
  } else {
    return std::to_string(sizeof(T)) + " bytes";
  }
}

template <class First, class... Rest>
struct Arguments<First, Rest...> {
  First first;
  Arguments<Rest...> rest;

  template <class F, class... Before>
  KOKKOS_FUNCTION void call(F const& f, Before const&... before) const {
    rest.call(f, before..., first);
  }
  void describe(std::vector<std::string>& values) const {
    values.push_back(value_text(first));
    rest.describe(values);
  }
  /// Where each value lies, as launches of functions want it.
  void addresses(std::vector<void*>& to) {
    to.push_back(const_cast<void*>(static_cast<void const*>(&first)));
    rest.addresses(to);
  }
};

inline Arguments<> make_arguments(Types<>) { return {}; }
template <class First, class... Rest, class Given, class... Others>
Arguments<First, Rest...> make_arguments(Types<First, Rest...>, Given const& given,
                                         Others const&... others) {
  static_assert(is_argument<First, std::decay_t<Given>>,
                "heddle::graph: an argument has another type than the kernel's parameter; nothing "
                "is converted, but for pointers that gain const");
  return {given, make_arguments(Types<Rest...>{}, others...)};
}

template <class List>
struct ArgumentsOf;
template <class... P>
struct ArgumentsOf<Types<P...>> {
  using type = Arguments<P...>;
};

/// Checks number and types; both are errors at compile time.
template <class List, class... Given>
typename ArgumentsOf<List>::type checked_arguments(Given const&... given) {
  static_assert(List::count == sizeof...(Given),
                "heddle::graph: the number of arguments is not that of the kernel's parameters");
  if constexpr (List::count == sizeof...(Given)) {
    return make_arguments(List{}, given...);
  } else {
    return {};
  }
}

}  // namespace heddle::graph::detail
