// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Electrical networks for the power-flow equations.
#pragma once

#include <heddle/jacobian/problems/powerflow.hpp>
#include <heddle/jacobian/problems/powerflow_vjp.hpp>

#include <tests/jacobian/support.hpp>

#include <Kokkos_Core.hpp>

#include <complex>
#include <cstdint>
#include <map>
#include <vector>

namespace heddle::test {

/// A ring of buses with chords, phase-shifting transformers, one reference bus and some whose
/// voltage is held; with a hub, bus 2 sees all others.
class Network {
 public:
  Network(int buses, bool hub) : rows_(buses), noise_(scattered(16 * buses, 3)) {
    for (int i = 0; i < buses; ++i) {
      connect(i, (i + 1) % buses);
      if (i % 3 == 0) connect(i, (i + 5) % buses);
      if (hub && i != 2) connect(2, i);
    }
  }

  /// The functions on one memory.
  template <class M>
  jacobian::problems::PowerFlow<M> function() {
    jacobian::problems::PowerFlow<M> f;
    std::vector<std::int32_t> bus_of, angle_of(rows_.size(), -1), magnitude_of(rows_.size(), -1);
    for (int i = 1; i < buses(); ++i) number(i, angle_of, bus_of);
    f.num_angles = static_cast<int>(bus_of.size());
    for (int i = 1; i < buses(); ++i) {
      if (i % 4 != 1) number(i, magnitude_of, bus_of);
    }
    f.num_magnitudes = static_cast<int>(bus_of.size()) - f.num_angles;
    f.bus_of = upload<M>(bus_of);
    f.angle_of = upload<M>(angle_of);
    f.magnitude_of = upload<M>(magnitude_of);
    f.fixed_angle = upload<M>(std::vector<double>(rows_.size(), 0.1));
    f.fixed_magnitude = upload<M>(std::vector<double>(rows_.size(), 1.05));
    f.wanted = upload<M>(std::vector<double>(bus_of.size(), 0.3));
    add_admittances(f);
    return f;
  }

  /// A state near the flat one, but not at it.
  template <class F>
  static std::vector<double> state(F const& f) {
    auto x = scattered(f.size(), 5);
    for (int j = 0; j < f.size(); ++j) x[j] = (j < f.num_angles ? 0 : 1) + 0.2 * x[j];
    return x;
  }

 private:
  int buses() const { return static_cast<int>(rows_.size()); }
  double draw() { return noise_[drawn_++ % noise_.size()]; }

  void connect(int i, int k) {
    std::complex<double> const y(1 + 0.5 * draw(), -5 + draw()),
        tap = std::polar(1.0, 0.2 * draw());
    rows_[i][i] += y;
    rows_[k][k] += y + std::complex<double>(0, 0.05);
    rows_[i][k] -= y / std::conj(tap);
    rows_[k][i] -= y / tap;
  }

  static void number(int bus, std::vector<std::int32_t>& unknown,
                     std::vector<std::int32_t>& bus_of) {
    unknown[bus] = static_cast<std::int32_t>(bus_of.size());
    bus_of.push_back(bus);
  }

  template <class F>
  void add_admittances(F& f) const {
    std::vector<std::int64_t> offsets{0};
    std::vector<std::int32_t> neighbour;
    std::vector<double> conductance, susceptance;
    for (auto const& row : rows_) {
      for (auto const& [k, y] : row) {
        neighbour.push_back(k);
        conductance.push_back(y.real());
        susceptance.push_back(y.imag());
      }
      offsets.push_back(static_cast<std::int64_t>(neighbour.size()));
    }
    using M = typename decltype(f.bus_of)::memory_space;
    f.offsets = upload<M>(offsets);
    f.neighbour = upload<M>(neighbour);
    f.conductance = upload<M>(conductance);
    f.susceptance = upload<M>(susceptance);
  }

  template <class M, class T>
  static Kokkos::View<T*, M> upload(std::vector<T> const& items) {
    Kokkos::View<T*, M> const view("heddle::test::network", items.size());
    Kokkos::deep_copy(view, Kokkos::View<T const*, Kokkos::HostSpace>(items.data(), items.size()));
    return view;
  }

  std::vector<std::map<std::int32_t, std::complex<double>>> rows_;
  std::vector<double> noise_;
  std::size_t drawn_ = 0;
};

}  // namespace heddle::test
