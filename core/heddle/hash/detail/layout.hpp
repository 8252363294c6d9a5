// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Which of the two layouts a map has. Pairs that fit one atomic word and are compared by their
/// bits are packed; all else is stateful. (With an equality of the caller's own, a key that looks
/// like one of the two marks could equal a key that does not.)
#pragma once

#include <heddle/hash/detail/packed_map.hpp>
#include <heddle/hash/detail/stateful_map.hpp>

#include <type_traits>

namespace heddle::hash::detail {

template <class Key, class Value, class Exec, class Hash, class Equal>
inline constexpr bool is_packed =
    is_packable<Key, Value, Exec>&& std::is_same_v<Equal, BitwiseEqual<Key>>;

template <class Key, class Value, class Exec, class Hash, class Equal, bool erasable>
using Layout = std::conditional_t<is_packed<Key, Value, Exec, Hash, Equal>,
                                  PackedMap<Key, Value, Exec, Hash, erasable>,
                                  StatefulMap<Key, Value, Exec, Hash, Equal, erasable>>;

}  // namespace heddle::hash::detail
