// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "benchmarks.hpp"

#include <heddle/place/on_host.hpp>
#include <heddle/place/read_range.hpp>

#include <Kokkos_DualView.hpp>

#include <memory>

namespace heddle::perf {
namespace {

constexpr int n = 1'000'000;
constexpr int sample = 1000;  // of single elements: all of them would take minutes on a device
constexpr double whole = double(n) * (n - 1) / 2;

template <class View>
struct SetToIndex {
  View view;
  KOKKOS_FUNCTION void operator()(int i) const { view(i) = i; }
};

template <class View>
void count_up(Exec const& exec, View const& view) {
  Kokkos::parallel_for("heddle::perf::count_up", Kokkos::RangePolicy<Exec>(exec, 0, n),
                       SetToIndex<View>{view});
}

struct CountUp {
  template <class View>
  void operator()(Exec const& exec, View const& view) const {
    count_up(exec, view);
  }
};

template <class View>
double sum_of(View const& view) {
  double sum = 0;
  for (std::size_t i = 0; i < view.extent(0); ++i) sum += view(i);
  return sum;
}

void expect(benchmark::State& state, double found, double wanted) {
  if (found != wanted) state.SkipWithError("a wrong sum");
}

/// Each iteration writes on the device and reads on the host, except where the name says valid.
void register_array(Exec const& exec) {
  place::Array<double*> const xs(exec, "xs", n);
  place::Phase const write("write", place::overwrites(xs), place::at_device(CountUp{}));
  auto const sum =
      place::on_host(place::Results::lazy, "sum", sum_of<place::HostView<double const*>>);
  place::run(exec, write);
  add("sum/on_host_written_before", n, [=](benchmark::State& state) {
    place::run(exec, write);
    expect(state, sum(exec, place::reads(xs)), whole);
  });
  add("sum/on_host_valid", n,
      [=](benchmark::State& state) { expect(state, sum(exec, place::reads(xs)), whole); });
  place::Array<double*> const there(exec, "there", n);
  place::run(exec,
             place::Phase("write there", place::overwrites(there), place::at_device(CountUp{})));
  add("sum/read_range_element_wise", sample, [=](benchmark::State& state) {
    double found = 0;
    for (int i = 0; i < sample; ++i) found += place::read_range(exec, there, i, 1).front();
    expect(state, found, double(sample) * (sample - 1) / 2);
  });
}

}  // namespace

void register_sums(Exec const& exec) {
  register_array(exec);

  Kokkos::View<double*, Exec::memory_space> const plain("heddle::perf::plain", n);
  count_up(exec, plain);
  add("sum/deep_copy_element_wise", sample, [=](benchmark::State& state) {
    double found = 0;
    for (int i = 0; i < sample; ++i) {
      double element = 0;
      Kokkos::deep_copy(exec, element, Kokkos::subview(plain, i));
      exec.fence("heddle::perf::element");
      found += element;
    }
    expect(state, found, double(sample) * (sample - 1) / 2);
  });

  using Dual = Kokkos::DualView<double*, Exec::memory_space>;
  auto const dual = std::make_shared<Dual>("heddle::perf::dual", n);
  add("sum/dual_view_written_before", n, [=](benchmark::State& state) {
    count_up(exec, dual->view_device());
    dual->modify_device();
    dual->sync_host(exec);
    exec.fence("heddle::perf::dual_view");
    expect(state, sum_of(dual->view_host()), whole);
  });

  Kokkos::View<double*, Kokkos::SharedSpace> const shared("heddle::perf::shared", n);
  add("sum/managed_written_before", n, [=](benchmark::State& state) {
    count_up(exec, shared);
    exec.fence("heddle::perf::managed");
    expect(state, sum_of(shared), whole);
  });

  Kokkos::View<double*, Kokkos::HostSpace> const host("heddle::perf::host", n);
  for (int i = 0; i < n; ++i) host(i) = i;
  add("sum/plain_loop_on_the_host", n,
      [=](benchmark::State& state) { expect(state, sum_of(host), whole); });
}

}  // namespace heddle::perf
