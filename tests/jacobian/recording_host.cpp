// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tests/jacobian/recording.hpp>

#include <utility>

namespace heddle::test {

struct Recording::State {
  std::function<void()> work;
};

Recording::Recording(TEST_EXECSPACE const&, std::function<void()> const& work)
    : state_(std::make_unique<State>(State{work})) {
  work();
}
Recording::~Recording() = default;
void Recording::replay() const { state_->work(); }

TEST_EXECSPACE recordable_instance() { return {}; }

}  // namespace heddle::test
