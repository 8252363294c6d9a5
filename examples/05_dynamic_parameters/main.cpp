// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A chain of kernels with one whose value changes from step to step, on whatever Kokkos computes by
// default: recorded once and updated by a typed handle, by a parameter, by recording anew, and by a
// cache that knows the structures it has seen. After the idea of NVIDIA's post "Constructing CUDA
// Graphs with Dynamic Parameters".
#include <heddle/base/error.hpp>

#include <cmath>
#include <iostream>

// [snippet includes]
#include <heddle/graph/cache.hpp>
#include <heddle/graph/graph.hpp>

namespace graph = heddle::graph;
// [end]

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Doubles = Kokkos::View<double*, Exec::memory_space>;

// [snippet kernels]
/// A typed kernel: no state, an index, then the parameters.
struct Multiply {
  KOKKOS_FUNCTION void operator()(int i, double* to, double const* from, double factor) const {
    to[i] = factor * from[i];
  }
};
/// A functor that reads its factor from a slot of the graph.
struct MultiplyByParameter {
  Doubles to, from;
  graph::ParamRef<double> factor;
  KOKKOS_FUNCTION void operator()(int i) const { to(i) = factor * from(i); }
};
// [end]

constexpr int count = 32, steps = 10;
double factor(int step) { return 1 + step / 8.0; }

/// A chain a = 1.5 b, b = f a with f = 1 + i/8 has this value after ten steps.
constexpr double expected = 3790.1002668309957;

struct Vectors {
  Doubles a{"a", count}, b{"b", count};
  Vectors() {
    Kokkos::deep_copy(a, 1);
    Kokkos::deep_copy(b, 1);
  }
};

/// Prints a line; whether the value is right.
bool report(char const* way, Vectors const& v, graph::GraphStatistics const& s) {
  auto const b = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), v.b);
  std::cout << way << ": b = " << b(0) << ", " << s.instantiations << " instantiation(s), "
            << s.updates << " update(s), " << s.in_place << " in place, " << s.rebuilds
            << " rebuild(s), " << s.parameter_copies << " parameter copies\n";
  return std::abs(b(0) - expected) < 1e-12 * expected;
}

bool by_handle(Exec const& exec) {
  Vectors const v;
  // [snippet handle]
  graph::KernelNode<Multiply> dynamic;
  graph::GraphExec replay =
      graph::record(exec, [&](graph::Recorder<Exec>& r) {
        r.launch("static", count, Multiply{}, v.a.data(), v.b.data(), 1.5);
        dynamic = r.launch("dynamic", count, Multiply{}, v.b.data(), v.a.data(), 0.0);
        r.keep(v.a, v.b);  // raw pointers: the graph holds the Views
      }).instantiate(exec);
  for (int step = 0; step < steps; ++step) {
    replay.update(dynamic, count, v.b.data(), v.a.data(), factor(step));
    replay.launch(exec);
  }
  replay.wait();
  // [end]
  return report("typed handle", v, replay.statistics());
}

bool by_parameter(Exec const& exec) {
  Vectors const v;
  // [snippet parameter]
  graph::Param<double> dynamic;
  graph::GraphExec replay =
      graph::record(exec, [&](graph::Recorder<Exec>& r) {
        dynamic = r.param("factor", 0.0);
        r.launch("static", count, Multiply{}, v.a.data(), v.b.data(), 1.5);
        r.parallel_for("dynamic", count, MultiplyByParameter{v.b, v.a, dynamic.ref()});
      }).instantiate(exec);
  for (int step = 0; step < steps; ++step) {
    replay.set(dynamic, factor(step));
    replay.launch(exec);
  }
  replay.wait();
  // [end]
  return report("parameter", v, replay.statistics());
}

bool by_recording_anew(Exec const& exec) {
  Vectors const v;
  auto const body = [&](int step) {
    return [&v, step](graph::Recorder<Exec>& r) {
      r.launch("static", count, Multiply{}, v.a.data(), v.b.data(), 1.5);
      r.launch("dynamic", count, Multiply{}, v.b.data(), v.a.data(), factor(step));
    };
  };
  graph::GraphExec replay = graph::record(exec, body(0)).instantiate(exec);
  replay.launch(exec);
  for (int step = 1; step < steps; ++step) {
    auto const outcome = replay.update_from(exec, body(step), {.strict = true});
    if (outcome.status != graph::UpdateStatus::updated) return false;
    replay.launch(exec);
  }
  replay.wait();
  return report("recorded anew", v, replay.statistics());
}

bool by_cache(Exec const& exec) {
  Vectors const v;
  // [snippet cache]
  struct Handles {
    graph::KernelNode<Multiply> dynamic;
  };
  graph::GraphCache<Exec, int, Handles> cache({.max_graphs = 4});
  for (int step = 0; step < steps; ++step) {
    auto const body = [&](graph::Recorder<Exec>& r) {
      Handles handles;
      r.launch("static", count, Multiply{}, v.a.data(), v.b.data(), 1.5);
      handles.dynamic =
          r.launch("dynamic", count, Multiply{}, v.b.data(), v.a.data(), factor(step));
      r.keep(v.a, v.b);
      return handles;
    };
    // The key is what the structure depends on; factors are not.
    cache.run(exec, count, body, [&](graph::GraphExec<Exec>& hit, Handles& handles) {
      hit.update(handles.dynamic, count, v.b.data(), v.a.data(), factor(step));
    });
  }
  exec.fence("wait for the last launch");
  // [end]
  auto const stats = cache.stats();
  std::cout << "cache: " << stats.hits << " hits, " << stats.recordings << " recording(s), "
            << stats.direct_runs << " direct run(s)\n";
  return report("cache", v, {});
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  try {
    std::cout.precision(17);
    Exec const exec;
    bool const right =
        by_handle(exec) && by_parameter(exec) && by_recording_anew(exec) && by_cache(exec);
    std::cout << (right ? "all ways agree" : "a way differs") << ", on " << Exec::name() << '\n';
    return right ? 0 : 1;
  } catch (heddle::error const& problem) {
    std::cerr << problem.what() << '\n';
    return 1;
  }
}
