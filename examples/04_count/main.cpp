// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts the entries of each column of a matrix in a hash table, where Kokkos computes by default,
// and then finds the fullest column inside a kernel.
//
//   count A.mtx.gz
#include <heddle/base/error.hpp>
#include <heddle/io/convert.hpp>
#include <heddle/io/read.hpp>

#include <iostream>
#include <string>

// [snippet includes]
#include <heddle/hash/map.hpp>

namespace hash = heddle::hash;
// [end]

namespace {

using Exec = Kokkos::DefaultExecutionSpace;

// [snippet kernel]
using Map = hash::HashMap<std::int32_t, std::int64_t, Exec>;

/// One key per thread: a reference is captured by value, as a view is.
struct Fullest {
  hash::ConstHashMapRef<Map> counts;
  KOKKOS_FUNCTION void operator()(std::int32_t column, std::int64_t& most) const {
    auto const count = counts.find(column);
    if (count.found && count.value > most) most = count.value;
  }
};
// [end]

int count(std::string const& path) {
  Exec const exec;
  auto const a = heddle::io::to_csr<double>(heddle::io::read_matrix(path));
  auto const columns = Kokkos::create_mirror_view_and_copy(Exec::memory_space(), a.columns);

  // [snippet count]
  Kokkos::View<std::int64_t*, Exec::memory_space> ones("ones", columns.extent(0));
  Kokkos::deep_copy(exec, ones, 1);
  Map counts(exec, {.capacity = columns.extent(0)});
  auto const result = counts.insert_or_apply(exec, columns, ones, hash::Sum{});
  if (result.status == hash::Status::full) return 1;  // nothing is ever dropped in silence

  std::int64_t most = 0;
  Map const& filled = counts;
  Kokkos::parallel_reduce("fullest", Kokkos::RangePolicy<Exec>(exec, 0, a.num_columns),
                          Fullest{filled.ref(exec)}, Kokkos::Max<std::int64_t>(most));
  // [end]

  std::cout << path << ": " << columns.extent(0) << " entries in " << result.inserted
            << " columns, the fullest has " << most << ", on " << Exec::name() << '\n';
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  if (argc != 2) {
    std::cerr << "usage: count A.mtx\n";
    return 2;
  }
  try {
    return count(argv[1]);
  } catch (heddle::error const& problem) {
    std::cerr << problem.message() << '\n';
    return 1;
  }
}
