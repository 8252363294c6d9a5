// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The portable kernels, where the backend has others; nothing elsewhere.
#include <tests/hash/map_options_calls.hpp>

#include <type_traits>

namespace heddle::test::maps {

template <int>
struct Nothing {};
template <int number>
struct On<Nothing<number>> {};
template <int number>
struct Raw<Nothing<number>> {};

template <class Map, int number>
using IfNative = std::conditional_t<has_native, Map, Nothing<number>>;
template struct On<IfNative<Portable4::Map, 0>>;
template struct On<IfNative<Portable4::ConstantMap, 1>>;
template struct Raw<IfNative<Portable4::Map, 2>>;
template struct On<IfNative<Portable8::Map, 3>>;
template struct On<IfNative<Portable8::ConstantMap, 4>>;
template struct Raw<IfNative<Portable8::Map, 5>>;

}  // namespace heddle::test::maps
