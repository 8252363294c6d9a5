// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps of packed slots of 16 bytes whose values are shorter.
#include <tests/hash/map_options_calls.hpp>

namespace heddle::test::maps {

template struct On<PackedMixed::Map>;
template struct On<PackedMixed::ConstantMap>;
template struct Raw<PackedMixed::Map>;

}  // namespace heddle::test::maps
