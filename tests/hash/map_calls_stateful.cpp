// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps of stateful slots.
#include <tests/hash/map_calls.hpp>

namespace heddle::test::maps {

template struct On<Stateful::Map>;
template struct On<Stateful::ConstantMap>;

}  // namespace heddle::test::maps
