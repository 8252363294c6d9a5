// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Surroundings of the tests of placement: each runs with the memory of the backend and with a
/// simulated device, whose memory is apart from the host's.
#pragma once

#include <heddle/backends/place.hpp>
#include <heddle/base/error.hpp>
#include <heddle/place/array.hpp>
#include <heddle/place/context.hpp>
#include <heddle/place/on_host.hpp>
#include <heddle/place/phase.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "tests/place/simulated_memory.hpp"

namespace heddle::test {

namespace place = heddle::place;
using place::Array;
using place::Cause;
using place::HostExec;
using place::HostView;
using place::Mode;
using place::Results;
using place::State;
using place::Where;
using Exec = TEST_EXECSPACE;
template <class Data>
using DeviceView = place::DeviceView<Data, Exec>;

enum class Memories { backend, simulated };

/// Enqueues `kernel(i)` for i < count: on the simulated device if there is one.
template <class Kernel>
void launch(SimulatedMemory* simulated, Exec const& exec, std::size_t count, Kernel const& kernel) {
  if (simulated) {
    simulated->launch(backends::place_backend<Exec>::identity(exec), [=] {
      for (std::size_t i = 0; i < count; ++i) kernel(int(i));
    });
  } else {
    Kokkos::parallel_for("heddle::test::kernel",
                         Kokkos::RangePolicy<Exec>(exec, 0, std::int64_t(count)), kernel);
  }
}

template <class View>
struct SetTo {
  View view;
  double value;
  KOKKOS_FUNCTION void operator()(int i) const { view(i) = value; }
};
template <class View>
struct Increase {
  View view;
  double value;
  KOKKOS_FUNCTION void operator()(int i) const { view(i) += value; }
};
template <class From, class To>
struct AddFrom {
  From from;
  To to;
  KOKKOS_FUNCTION void operator()(int i) const { to(i) += from(i); }
};

/// A fixture: an instance, perhaps a simulated device, a context.
class Placed : public testing::TestWithParam<Memories> {
 protected:
  explicit Placed(place::ContextOptions options = {}) {
    if (GetParam() == Memories::simulated) simulated = std::make_shared<SimulatedMemory>();
    make_context(options);
  }

  void make_context(place::ContextOptions options) {
    context.reset();
    options.memory = simulated;
    options.environment = false;
    context = std::make_unique<place::Context>(exec, options);
  }

  bool two_memories() const { return !context->has_one_memory(); }
  /// So many copies with two memories, none with one; and the log agrees with the device.
  void expect_copies(std::int64_t copies) {
    EXPECT_EQ(context->transfers().count(), two_memories() ? copies : 0);
    if (simulated) {
      EXPECT_EQ(simulated->copies(), copies);
    }
  }

  /// A phase that sets all elements on the device or adds to them.
  place::Phase device_set(std::string const& name, Array<double*> const& a, double value) {
    return place::Phase(name, place::overwrites(a),
                        place::at_device<Exec>([this, value](Exec const& e, auto const& view) {
                          using View = std::decay_t<decltype(view)>;
                          launch(simulated.get(), e, view.extent(0), SetTo<View>{view, value});
                        }));
  }
  place::Phase device_add(std::string const& name, Array<double*> const& a, double value) {
    return place::Phase(name, place::updates(a),
                        place::at_device<Exec>([this, value](Exec const& e, auto const& view) {
                          using View = std::decay_t<decltype(view)>;
                          launch(simulated.get(), e, view.extent(0), Increase<View>{view, value});
                        }));
  }
  /// The sum of the elements, by a host phase.
  double host_sum(Array<double*> const& a, std::string const& name = "sum") {
    return place::on_host(Results::lazy, name, sum_of)(exec, place::reads(a));
  }
  /// Sets the elements to value, value + 1, ... by a host phase.
  void host_set(Array<double*> const& a, double value, Results results = Results::lazy,
                std::string const& name = "set on host") {
    place::on_host(results, name, [value](HostView<double*> const& view) {
      for (std::size_t i = 0; i < view.extent(0); ++i) view(i) = value + double(i);
    })(exec, place::overwrites(a));
  }
  static double sum_of(HostView<double const*> const& view) {
    double sum = 0;
    for (std::size_t i = 0; i < view.extent(0); ++i) sum += view(i);
    return sum;
  }

  /// The code of what `action` throws, and its message.
  template <class Action>
  std::pair<std::string, std::string> failure(Action const& action) {
    try {
      action();
    } catch (heddle::error const& problem) {
      return {std::string(to_string(problem.code())), problem.message()};
    }
    return {"nothing was thrown", ""};
  }

  Exec exec;
  std::shared_ptr<SimulatedMemory> simulated;
  std::unique_ptr<place::Context> context;
};

#define HEDDLE_EXPECT_FAILURE(action, wanted_code, ...)            \
  do {                                                             \
    auto const [code, message] = failure([&] { action; });         \
    EXPECT_EQ(code, wanted_code);                                  \
    for (char const* part : {__VA_ARGS__}) {                       \
      EXPECT_NE(message.find(part), std::string::npos) << message; \
    }                                                              \
  } while (0)

inline std::string name_of(testing::TestParamInfo<Memories> const& info) {
  return info.param == Memories::backend ? "backend" : "simulated";
}
/// A simulated device needs Views that host code may read.
inline auto both_memories() {
  constexpr bool host = backends::host_accessible<Exec::memory_space>;
  return host ? testing::ValuesIn({Memories::backend, Memories::simulated})
              : testing::ValuesIn({Memories::backend});
}

}  // namespace heddle::test
