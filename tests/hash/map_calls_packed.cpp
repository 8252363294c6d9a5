// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps of packed slots.
#include <tests/hash/map_calls.hpp>

namespace heddle::test::maps {

template struct On<Packed4::Map>;
template struct On<Packed4::ConstantMap>;
template struct On<Packed8::Map>;
template struct On<Packed8::ConstantMap>;
template struct On<PackedMixed::Map>;
template struct On<PackedMixed::ConstantMap>;

}  // namespace heddle::test::maps
