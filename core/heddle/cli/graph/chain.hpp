// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The chain that is measured: N small kernels x = f x + 1, D of which get another f each step. The
/// same chain in plain code is what results are compared with. Shared with perf/graph.
#pragma once

#include <Kokkos_Core.hpp>

#include <cmath>

namespace heddle::cli::graph_chain {

inline constexpr int items = 32;

/// How long the chain is and which of its kernels are dynamic: the first of each stretch of N / D.
struct Plan {
  int nodes = 0, dynamic = 0;
  bool is_dynamic(int node) const { return node % (nodes / dynamic) == 0 && index(node) < dynamic; }
  /// Which of the dynamic ones it is.
  int index(int node) const { return node / (nodes / dynamic); }
};

/// In [0.5, 0.75), so that x stays bounded.
inline double factor(Plan const& plan, int node, int step) {
  return plan.is_dynamic(node) ? 0.5 + ((7 * step + node) % 16) / 64.0 : 0.5;
}

/// The chain in plain code, step by step.
class Model {
 public:
  explicit Model(Plan const& plan) : plan_(plan) {}
  void step(int number) {
    for (int node = 0; node < plan_.nodes; ++node)
      value_ = factor(plan_, node, number) * value_ + 1;
  }
  /// Contraction to fused operations may differ.
  bool agrees(double value) const { return std::abs(value - value_) <= 1e-12 * value_; }

 private:
  Plan plan_;
  double value_ = 0;
};

template <class Exec>
using Vector = Kokkos::View<double*, typename Exec::memory_space>;

/// Every item of a vector is as in the model.
template <class Exec>
bool agrees(Vector<Exec> const& x, Model const& model) {
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x);
  for (int i = 0; i < items; ++i) {
    if (!model.agrees(host(i))) return false;
  }
  return true;
}

/// A way to run a step of the chain. `step` enqueues; the instance is fenced by others.
class Way {
 public:
  virtual ~Way() = default;
  virtual void step(int number) = 0;
  virtual bool agrees(Model const& model) const = 0;
};

}  // namespace heddle::cli::graph_chain
