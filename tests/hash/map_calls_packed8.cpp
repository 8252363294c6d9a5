// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps of packed slots of 16 bytes.
#include <tests/hash/map_options_calls.hpp>

namespace heddle::test::maps {

template struct On<Packed8::Map>;
template struct On<Packed8::ConstantMap>;
template struct Raw<Packed8::Map>;

}  // namespace heddle::test::maps
