// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What placement refuses when it is compiled. HEDDLE_CASE picks one; case 0 is right.
#include <heddle/place/on_host.hpp>

#include <Kokkos_Core.hpp>

namespace place = heddle::place;
using Exec = Kokkos::DefaultExecutionSpace;

struct Square {
  KOKKOS_FUNCTION double operator()(double x) const { return x * x; }
};

template <class Function>
struct Kernel {
  Function function;
  Kokkos::View<double*> out;
  KOKKOS_FUNCTION void operator()(int i) const { out(i) = function(double(i)); }
};

struct Read {
  void operator()(place::HostView<double const*> const&) const {}
};
struct Write {
  void operator()(place::HostView<double*> const&) const {}
};

void use(Exec const& exec, place::Array<double*> const& a, place::Array<double const*> const& c) {
#if HEDDLE_CASE == 0
  auto const square = place::on_host(place::Results::lazy, "square", place::host_device(Square{}));
  Kokkos::parallel_for("k", Kokkos::RangePolicy<Exec>(exec, 0, 1),
                       Kernel<decltype(square)>{square, {}});
  place::on_host(place::Results::lazy, "read", Read{})(exec, place::reads(c));
  place::on_host(place::Results::lazy, "write", Write{})(exec, place::updates(a));
#elif HEDDLE_CASE == 1  // a host phase in a kernel
  auto const square = place::on_host(place::Results::lazy, "square", Square{});
  Kokkos::parallel_for("k", Kokkos::RangePolicy<Exec>(exec, 0, 1),
                       Kernel<decltype(square)>{square, {}});
#elif HEDDLE_CASE == 2  // a body that writes what is read
  place::on_host(place::Results::lazy, "write", Write{})(exec, place::reads(a));
#elif HEDDLE_CASE == 3  // constants are never written
  place::on_host(place::Results::lazy, "read", Read{})(exec, place::overwrites(c));
#elif HEDDLE_CASE == 4  // extents that do not fit the data type
  place::Array<double**> const matrix(exec, "matrix", 3);
#elif HEDDLE_CASE == 5  // an Array instead of an access
  place::on_host(place::Results::lazy, "read", Read{})(exec, a);
#elif HEDDLE_CASE == 6  // elements are not reached through the handle
  double const first = a(0);
#endif
  (void)exec, (void)a, (void)c;
}
