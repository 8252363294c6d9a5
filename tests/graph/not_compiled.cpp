// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What must not compile. HEDDLE_CASE picks one; the compiler must refuse it with the sentence that
// the CMake file wants. Case 0 is right and must compile.
#include <heddle/graph/cache.hpp>
#include <heddle/graph/graph.hpp>

#include <Kokkos_Core.hpp>

namespace graph = heddle::graph;
using Exec = Kokkos::DefaultHostExecutionSpace;
using Doubles = Kokkos::View<double*, Exec>;

struct Axpy {
  KOKKOS_FUNCTION void operator()(int i, double* y, float const* x, double alpha) const {
    y[i] += alpha * x[i];
  }
};
struct Stateful {
  int state = 0;
  KOKKOS_FUNCTION void operator()(int) const {}
};
template <int bytes>
struct Large {
  char data[bytes];
  KOKKOS_FUNCTION void operator()(int) const {}
};
struct Sum {
  KOKKOS_FUNCTION void operator()(int, double&) const {}
};

/// With a double in it, which is no key.
struct FloatingKey {
  double value;
};
struct Handles {};

void use(Exec const& exec, double* y, float* x, int number) {
  [[maybe_unused]] double on_host = 0;
  graph::KernelNode<Axpy> node;
  auto const body = [&](graph::Recorder<Exec>& r) {
    node = r.launch("axpy", 10, Axpy{}, y, x, 1.0);
    static_cast<void>(number);
#if HEDDLE_CASE == 0
    r.parallel_for("just fits", 10, Large<graph::detail::max_functor_bytes>{});
#elif HEDDLE_CASE == 1  // an int for a double
    r.launch("int", 10, Axpy{}, y, x, number);
#elif HEDDLE_CASE == 2  // swapped pointers
    r.launch("swapped", 10, Axpy{}, x, y, 1.0);
#elif HEDDLE_CASE == 3  // an argument is missing
    r.launch("missing", 10, Axpy{}, y, x);
#elif HEDDLE_CASE == 4  // a functor of 5 KB
    r.parallel_for("large", 10, Large<5000>{});
#elif HEDDLE_CASE == 5  // a reduction into a value of the host
    r.parallel_reduce("sum", 10, Sum{}, on_host);
#elif HEDDLE_CASE == 6  // a kernel with state
    r.launch("state", 10, Stateful{});
#endif
  };
  graph::GraphExec replay = graph::record(exec, body).instantiate(exec);
  replay.update(node, 10, y, x, 2.0);
#if HEDDLE_CASE == 7  // a float for a double, at an update
  replay.update(node, 10, y, x, 2.0f);
#elif HEDDLE_CASE == 8  // a host function cannot be skipped
  replay.set_enabled(graph::HostNode{}, false);
#elif HEDDLE_CASE == 9  // floating point in a key
  graph::GraphCache<Exec, FloatingKey, Handles> cache;
  cache.run(
      exec, {1.0}, [](graph::Recorder<Exec>&) { return Handles(); },
      [](graph::GraphExec<Exec>&, Handles&) {});
#endif
}
