// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random programs on two queues against plain vectors and valid flags: every value, every copy,
// every loss. The simulated device runs nothing before somebody waits.
#include <heddle/place/read_range.hpp>

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>
#include <vector>

#include "tests/place/support.hpp"

namespace heddle::test {
namespace {

using place::on_host;
using place::overwrites;
using place::Phase;
using place::reads;
using place::run;
using place::updates;
using Queue = Kokkos::Serial;

/// What an array should hold, and where.
struct Model {
  std::vector<double> values;
  bool written = false, host = false, device = false;
  bool lost() const { return written && !host && !device; }
};

/// One array with its model. All writers have one name: which of them may overwrite which is the
/// subject of other tests.
class Pair {
 public:
  Pair(std::shared_ptr<SimulatedMemory> simulated, Queue const& queue, int size, bool pinned)
      : simulated_(std::move(simulated)),
        array_(queue, "a", pinned ? place::HostMemory::pinned : place::HostMemory::pageable, size) {
    model_.values.assign(std::size_t(size), 0);
  }

  void host_write(Queue const& queue, double value, bool overwrite, bool eager) {
    if (!overwrite && !readable(queue)) return;
    if (!overwrite) arrive_on_host();
    auto const write = on_host(eager ? Results::eager : Results::lazy, "writer",
                               [&](HostView<double*> const& view) {
                                 for (std::size_t i = 0; i < view.extent(0); ++i) {
                                   view(i) = (overwrite ? 0 : view(i)) + value + double(i);
                                 }
                               });
    overwrite ? write(queue, overwrites(array_)) : write(queue, updates(array_));
    for (std::size_t i = 0; i < model_.values.size(); ++i) {
      model_.values[i] = (overwrite ? 0 : model_.values[i]) + value + double(i);
    }
    model_.written = model_.host = true;
    model_.device = eager;
    if (eager) count_copy();
  }

  void device_write(Queue const& queue, double value, bool overwrite, std::int64_t first,
                    std::int64_t rows) {
    bool const whole = first == 0 && rows == std::int64_t(model_.values.size());
    if (!(overwrite && whole) && !readable(queue)) return;
    if (!(overwrite && whole)) arrive_on_device();
    auto const target = whole ? array_ : array_.slice(first, rows);
    auto const body = place::at_device<Queue>([&](Queue const& e, auto const& view) {
      simulated_->launch(backends::place_backend<Queue>::identity(e), [=] {
        for (std::size_t i = 0; i < view.extent(0); ++i) {
          view(i) = (overwrite ? 0 : view(i)) + value;
        }
      });
    });
    run(queue, overwrite ? Phase("writer", overwrites(target), body)
                         : Phase("writer", updates(target), body));
    for (auto i = first; i < first + rows; ++i) {
      model_.values[i] = (overwrite ? 0 : model_.values[i]) + value;
    }
    model_.written = model_.device = true;
    model_.host = false;
  }

  /// A body that spoils what it has opened, and fails. Guarded arrays survive it.
  void fail(Queue const& queue, bool is_guarded) {
    if (!readable(queue)) return;
    arrive_on_host();
    auto const spoil = on_host(Results::lazy, "writer", [](HostView<double*> const& view) {
      for (std::size_t i = 0; i < view.extent(0); ++i) view(i) = -1;
      throw std::runtime_error("meant");
    });
    auto const access = is_guarded ? place::guarded(updates(array_)) : updates(array_);
    EXPECT_THROW(spoil(queue, access), std::runtime_error);
    model_.host = is_guarded && (!model_.device || model_.values.empty());
  }

  void look(Queue const& queue) {
    if (!readable(queue)) return;
    arrive_on_host();
    on_host(Results::lazy, "reader", [&](HostView<double const*> const& view) {
      ASSERT_EQ(view.extent(0), model_.values.size());
      for (std::size_t i = 0; i < view.extent(0); ++i) ASSERT_EQ(view(i), model_.values[i]) << i;
    })(queue, reads(array_));
  }

  void look_at_range(Queue const& queue, std::int64_t first, std::int64_t rows) {
    if (!readable(queue)) return;
    auto const found = place::read_range(queue, array_, first, rows);
    if (!model_.host && rows > 0) ++copies;
    for (std::int64_t i = 0; i < rows; ++i) ASSERT_EQ(found[i], model_.values[first + i]);
  }

  void resize(Queue const& queue, int size) {
    array_.resize(queue, size);
    model_.values.resize(std::size_t(size), 0);
  }

  std::int64_t size() const { return std::int64_t(model_.values.size()); }
  std::int64_t copies = 0;

 private:
  /// Whether there is something to read; if not, reading must be refused.
  bool readable(Queue const& queue) {
    if (model_.written && !model_.lost()) return true;
    try {
      on_host(Results::lazy, "reader", [](HostView<double const*> const&) {})(queue, reads(array_));
      ADD_FAILURE() << "nothing to read, and nobody says so";
    } catch (heddle::error const& problem) {
      EXPECT_EQ(problem.code(), model_.written ? ErrorCode::lost_data : ErrorCode::unwritten_read);
    }
    return false;
  }
  void count_copy() { copies += model_.values.empty() ? 0 : 1; }
  void arrive_on_host() {
    if (!model_.host) count_copy();
    model_.host = true;
  }
  void arrive_on_device() {
    if (!model_.device) count_copy();
    model_.device = true;
  }

  std::shared_ptr<SimulatedMemory> simulated_;
  Array<double*> array_;
  Model model_;
};

/// Plays one program. With a tight budget copies are made that the model does not know.
void play(unsigned seed, std::int64_t device_bytes) {
  std::mt19937 random(seed);
  auto const below = [&](std::int64_t bound) {
    return bound <= 0 ? 0 : std::int64_t(random() % std::uint64_t(bound));
  };
  bool const is_tight = device_bytes < place::unlimited;  // then a copy elsewhere may go away
  auto const simulated = std::make_shared<SimulatedMemory>();
  Queue const queues[] = {Queue(Kokkos::NewInstance{}), Queue(Kokkos::NewInstance{})};
  place::ContextOptions options;
  options.device_bytes = device_bytes;
  options.memory = simulated;
  options.environment = false;
  place::Context const context(queues[0], options);
  std::vector<Pair> pairs;
  for (int i = 0; i < 4; ++i) pairs.emplace_back(simulated, queues[0], int(below(20)), i % 2 == 1);

  for (int step = 0; step < 150; ++step) {
    auto& pair = pairs[below(4)];
    auto const& queue = queues[below(2)];
    auto const first = below(pair.size() + 1), rows = below(pair.size() - first + 1);
    switch (below(9)) {
      case 0: pair.host_write(queue, step, true, below(2) == 0); break;
      case 1: pair.host_write(queue, step, false, below(2) == 0); break;
      case 2: pair.device_write(queue, step, true, 0, pair.size()); break;
      case 3: pair.device_write(queue, step, false, 0, pair.size()); break;
      case 4: pair.device_write(queue, step, below(2) == 0, first, rows); break;
      case 5: pair.look(queue); break;
      case 6: pair.look_at_range(queue, first, rows); break;
      case 7: pair.resize(queue, int(below(20))); break;
      case 8: pair.fail(queue, is_tight || below(4) > 0); break;
    }
    if (testing::Test::HasFailure()) FAIL() << "seed " << seed << ", step " << step;
  }
  std::int64_t copies = 0;
  for (auto& pair : pairs) {
    pair.look(queues[0]);
    copies += pair.copies;
  }
  if (!is_tight) {
    EXPECT_EQ(context.transfers().count(), copies) << "seed " << seed;
    EXPECT_EQ(simulated->copies(), copies) << "seed " << seed;
  }
  pairs.clear();
}

TEST(RandomPrograms, ValuesAndCopiesAreThoseOfTheModel) {
  for (unsigned seed = 0; seed < 300 && !testing::Test::HasFailure(); ++seed) {
    play(seed, place::unlimited);
  }
}

TEST(RandomPrograms, ABudgetOfTwoArraysChangesNoValue) {
  for (unsigned seed = 1000; seed < 1300 && !testing::Test::HasFailure(); ++seed) {
    play(seed, 2 * 20 * 8);
  }
}

}  // namespace
}  // namespace heddle::test
