// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/jacobian/problems/powerflow.hpp>
#include <heddle/jacobian/problems/powerflow_vjp.hpp>

#include <heddle/backends/selection.hpp>
#include <heddle/cli/jacobian/measure.hpp>
#include <heddle/cli/jacobian/problems.hpp>

#include <type_traits>

namespace heddle::cli {
namespace {

using jacobian::problems::PowerFlow, jacobian::problems::PowerFlowVjp;

template <class Exec, class T>
Kokkos::View<T*, typename Exec::memory_space> upload(Exec const& exec,
                                                     std::vector<T> const& items) {
  auto const view = heddle::detail::allocate<T>(exec, "heddle::cli::network", items.size());
  if (!items.empty()) Kokkos::deep_copy(exec, view, heddle::detail::view_of(items));
  return view;
}

template <class Exec>
PowerFlow<typename Exec::memory_space> power_flow(Exec const& exec,
                                                  io::PowerNetwork const& network) {
  PowerFlow<typename Exec::memory_space> f;
  f.num_angles = network.num_angles;
  f.num_magnitudes = network.num_magnitudes;
  f.bus_of = upload(exec, network.bus_of);
  f.angle_of = upload(exec, network.angle_of);
  f.magnitude_of = upload(exec, network.magnitude_of);
  f.fixed_angle = upload(exec, network.fixed_angle);
  f.fixed_magnitude = upload(exec, network.fixed_magnitude);
  f.offsets = upload(exec, network.offsets);
  f.neighbour = upload(exec, network.neighbour);
  f.conductance = upload(exec, network.conductance);
  f.susceptance = upload(exec, network.susceptance);
  f.wanted = upload(exec, network.wanted);
  exec.fence("heddle::cli::network");
  return f;
}

}  // namespace

bool evaluate_powerflow(std::string_view backend, io::PowerNetwork const& network,
                        JacobianReport& report) {
  auto const on_host = power_flow(Kokkos::DefaultHostExecutionSpace(), network);
  return backends::with_backend(backend, [&]<class Exec>(std::type_identity<Exec>) {
    auto const f = power_flow(Exec(), network);
    measure_problem<Exec>(report, f, on_host, f.size(), f.size(),
                          PowerFlowVjp<typename Exec::memory_space>{f}, network.start);
  });
}

}  // namespace heddle::cli
