// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "benchmarks.hpp"

#include <heddle/place/on_host.hpp>

#include <Kokkos_DualView.hpp>

#include <array>
#include <memory>

namespace heddle::perf {
namespace {

constexpr std::size_t n = 1000;

struct Nothing {
  template <class... Views>
  void operator()(Views const&...) const {}
};

struct SetToOne {
  void operator()(place::HostView<double*> const& view) const {
    for (std::size_t i = 0; i < view.extent(0); ++i) view(i) = 1;
  }
};

using Arrays = std::array<place::Array<double*>, 4>;

/// Four arrays that are valid on the host, and on the device too.
std::shared_ptr<Arrays> four_arrays(Exec const& exec) {
  auto arrays = std::make_shared<Arrays>();
  for (auto& array : *arrays) {
    array = place::Array<double*>(exec, "array", n);
    place::on_host(place::Results::eager, "fill", SetToOne{})(exec, place::overwrites(array));
  }
  return arrays;
}

}  // namespace

void register_overhead(Exec const& exec) {
  auto const arrays = four_arrays(exec);
  auto const& [a, b, c, d] = *arrays;
  place::Phase const host("empty on the host", place::reads(a, b, c, d), place::at_host(Nothing{}));
  add("empty_phase/host", 1, [=](benchmark::State&) { place::run(exec, host); });
  place::Phase const device("empty on the device", place::reads(a, b, c, d),
                            place::at_device(Nothing{}));
  add("empty_phase/device", 1, [=](benchmark::State&) { place::run(exec, device); });
  auto const function = place::on_host(place::Results::lazy, "empty function", Nothing{});
  add("empty_phase/on_host", 1, [=](benchmark::State&) {
    function(exec, place::reads((*arrays)[0], (*arrays)[1], (*arrays)[2], (*arrays)[3]));
  });

  using Dual = Kokkos::DualView<double*, Exec::memory_space>;
  auto const duals = std::make_shared<std::array<Dual, 4>>();
  for (auto& dual : *duals) dual = Dual("heddle::perf::dual", n);
  add("empty_phase/dual_view", 1, [=](benchmark::State&) {
    for (auto& dual : *duals) {  // valid everywhere: flags are asked, nothing is copied
      dual.sync_host();
      benchmark::DoNotOptimize(dual.view_host().data());
    }
  });
}

}  // namespace heddle::perf
