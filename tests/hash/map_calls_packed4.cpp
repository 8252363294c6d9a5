// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps of packed slots of 8 bytes.
#include <tests/hash/map_options_calls.hpp>

namespace heddle::test::maps {

template struct On<Packed4::Map>;
template struct On<Packed4::ConstantMap>;
template struct Raw<Packed4::Map>;

}  // namespace heddle::test::maps
