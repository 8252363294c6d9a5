// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Views, kernels and expectations that the tests of graphs share.
#pragma once

#include <heddle/base/error.hpp>
#include <heddle/graph/graph.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace heddle::test {

namespace graph = heddle::graph;
using Exec = TEST_EXECSPACE;
using Memory = Exec::memory_space;
using Doubles = Kokkos::View<double*, Memory>;
using Ints = Kokkos::View<int*, Memory>;
using Recorder = graph::Recorder<Exec>;

inline Doubles doubles(std::size_t count, double value) {
  Doubles view("heddle::test::doubles", count);
  Kokkos::deep_copy(view, value);
  return view;
}
inline Ints ints(std::size_t count, int value) {
  Ints view("heddle::test::ints", count);
  Kokkos::deep_copy(view, value);
  return view;
}

/// The items on the host; waits for everything.
template <class View>
std::vector<typename View::non_const_value_type> items(View const& view) {
  auto const mirror = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  return {mirror.data(), mirror.data() + mirror.size()};
}

/// "text 7". (A sum of strings makes GCC 12 warn of copies that nobody makes.)
inline std::string numbered(char const* text, int number) {
  std::string name(text);
  name.append(std::to_string(number));
  return name;
}

/// to[i] = factor * from[i], by raw pointers.
struct Multiply {
  KOKKOS_FUNCTION void operator()(int i, double* to, double const* from, double factor) const {
    to[i] = factor * from[i];
  }
};

/// The same as a functor over Views.
struct MultiplyViews {
  Doubles to, from;
  double factor;
  KOKKOS_FUNCTION void operator()(int i) const { to(i) = factor * from(i); }
};

/// to[i] += value: what runs how often can be read off.
struct Add {
  KOKKOS_FUNCTION void operator()(int i, double* to, double value) const { to[i] += value; }
};

/// Order matters: to = 10 to + digit.
struct Append {
  KOKKOS_FUNCTION void operator()(int i, double* to, double digit) const {
    to[i] = 10 * to[i] + digit;
  }
};

/// Expects heddle::error with that code and those words.
template <class Call>
void expect_error(ErrorCode code, std::string const& words, Call const& call) {
  try {
    call();
    FAIL() << "nothing was thrown; expected " << to_string(code);
  } catch (error const& raised) {
    EXPECT_EQ(to_string(raised.code()), to_string(code)) << raised.what();
    EXPECT_NE(raised.message().find(words), std::string::npos)
        << "'" << raised.message() << "' lacks '" << words << "'";
  }
}

}  // namespace heddle::test
