// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps of stateful slots.
#include <tests/hash/map_options_calls.hpp>

namespace heddle::test::maps {

template struct On<Stateful::Map>;
template struct On<Stateful::ConstantMap>;
template struct Raw<Stateful::Map>;

}  // namespace heddle::test::maps
