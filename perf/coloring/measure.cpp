// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "contenders.hpp"

#include <heddle/backends/device_info.hpp>
#include <heddle/backends/selection.hpp>
#include <heddle/base/error.hpp>
#include <heddle/coloring/coloring.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>
#include <utility>

namespace heddle::perf {
namespace {

using coloring::Method, coloring::Place;

template <class T>
using HostView = Kokkos::View<T const*, Kokkos::HostSpace>;

template <class T>
HostView<T> view_of(std::vector<T> const& items) {
  return HostView<T>(items.data(), items.size());
}

Pattern<> host_pattern(OwnedLines const& rows) {
  return {rows.count, rows.range, view_of(rows.offsets), view_of(rows.indices)};
}

template <class Exec>
auto device_pattern(OwnedLines const& rows) {
  using Memory = typename Exec::memory_space;
  Kokkos::View<std::int64_t*, Memory> const offsets("heddle::perf::offsets", rows.offsets.size());
  Kokkos::View<std::int32_t*, Memory> const columns("heddle::perf::columns", rows.indices.size());
  Kokkos::deep_copy(offsets, view_of(rows.offsets));
  Kokkos::deep_copy(columns, view_of(rows.indices));
  return Pattern<std::int64_t, std::int32_t, Memory>{rows.count, rows.range, offsets, columns};
}

/// Whole calls of color on one backend: checks, transposition, copies, colours; verification if
/// asked for.
template <class Exec, class P>
Contender whole_call(std::string name, P const& pattern, Method method, Place place,
                     ProblemHandle const& problem, bool verify = false) {
  auto const result = std::make_shared<coloring::ResultOn<Exec>>();
  coloring::ColoringOptions options;
  options.method = method;
  options.place = place;
  options.verify = verify;
  // The problem owns the arrays that a pattern in host memory shows.
  auto const run = [result, pattern, options, problem] {
    Exec const exec;
    *result = coloring::color(exec, pattern, options);
    exec.fence("heddle::perf::color");
  };
  auto const colors = [result] {
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), result->colors);
    return Colors(host.data(), host.data() + host.extent(0));
  };
  return {std::move(name), method == Method::greedy, run, colors,
          [result] { return static_cast<double>(result->rounds); }};
}

template <class Exec, class P>
Contender verification(std::string name, P const& pattern, ProblemHandle const& problem) {
  Exec const exec;
  coloring::ColoringOptions options;
  options.verify = false;
  auto const result = coloring::color(exec, pattern, options);
  auto const run = [exec, pattern, result, problem] {
    HEDDLE_EXPECTS(coloring::verify(exec, pattern, result).valid(), internal, "not valid");
  };
  return {std::move(name), true, run, {}};
}

std::vector<Contender> algorithms(ProblemHandle const& problem) {
  auto const plain = std::make_shared<Colors>();
  auto const nets = std::make_shared<Colors>();
  std::vector<Contender> all;
  all.push_back(
      {"vertex_based", true,
       [problem, plain] { *plain = vertex_based(problem->rows.view(), problem->columns.view()); },
       [plain] { return *plain; }});
  all.push_back(
      {"net_based", true,
       [problem, nets] { cli::net_based(problem->rows.view(), problem->columns.view(), *nets); },
       [nets] { return *nets; }});
  all.push_back({"transpose", true, [problem] { cli::transposed(problem->rows.view()); }, {}});
  return all;
}

template <class Exec>
void add_device(std::vector<Contender>& all, ProblemHandle const& problem) {
  std::string const name = backends::traits<Exec>::name;
  auto const on_host = host_pattern(problem->rows);
  auto const on_device = device_pattern<Exec>(problem->rows);
  auto const add = [&](char const* what, Method method, Place place) {
    all.push_back(
        whole_call<Exec>(name + "_" + what + "_from_host", on_host, method, place, problem));
    all.push_back(
        whole_call<Exec>(name + "_" + what + "_from_device", on_device, method, place, problem));
  };
  add("host_greedy", Method::greedy, Place::host);
  add("greedy", Method::greedy, Place::device);
  add("speculative", Method::speculative, Place::device);
  all.push_back(verification<Exec>(name + "_verify", on_device, problem));
}

}  // namespace

std::vector<Contender> heddle_contenders(ProblemHandle const& problem, bool everywhere) {
  auto all = algorithms(problem);
  using Host = backends::ReferenceBackend;
  auto const pattern = host_pattern(problem->rows);
  all.push_back(whole_call<Host>("host_color", pattern, Method::greedy, Place::host, problem));
  all.push_back(
      whole_call<Host>("host_color_verified", pattern, Method::greedy, Place::host, problem, true));
  all.push_back(verification<Host>("host_verify", pattern, problem));
  backends::for_each_backend([&]<class Exec>(std::type_identity<Exec>) {
    if (everywhere || !backends::traits<Exec>::is_host) add_device<Exec>(all, problem);
  });
  return all;
}

std::vector<std::pair<std::string, std::string>> coloring_context() {
  std::vector<std::pair<std::string, std::string>> context;
  context.emplace_back("host_threads",
                       std::to_string(Kokkos::DefaultHostExecutionSpace().concurrency()));
  for (auto const& device : backends::devices()) context.emplace_back("device", device.name);
  return context;
}

}  // namespace heddle::perf
