// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A SeedMap as tests want it: vectors in, vectors out.
#pragma once

#include <heddle/hash/seed_map.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle::test {

using SeedExec = TEST_EXECSPACE;
using SeedTable = hash::SeedMap<SeedExec>;
using SeedMemory = SeedExec::memory_space;
using Numbers = std::vector<std::uint32_t>;
using Outcomes = std::vector<hash::Status>;

template <class T>
Kokkos::View<T*, SeedMemory> to_device(std::vector<T> const& items) {
  Kokkos::View<T*, SeedMemory> view("heddle::test::items", items.size());
  Kokkos::deep_copy(view, Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
                              items.data(), items.size()));
  return view;
}

template <class T>
std::vector<T> to_host(Kokkos::View<T*, SeedMemory> const& view) {
  std::vector<T> items(view.extent(0));
  Kokkos::deep_copy(
      Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(items.data(), items.size()),
      view);
  return items;
}

inline Outcomes insert(SeedTable& table, Numbers const& keys, Numbers const& values,
                       hash::SeedResult* result = nullptr) {
  auto const statuses = to_device(Outcomes(keys.size()));
  auto const got = table.insert(SeedExec(), to_device(keys), to_device(values), statuses);
  if (result != nullptr) *result = got;
  return to_host(statuses);
}

inline Outcomes erase(SeedTable& table, Numbers const& keys) {
  auto const statuses = to_device(Outcomes(keys.size()));
  table.erase(SeedExec(), to_device(keys), statuses);
  return to_host(statuses);
}

struct Found {
  Numbers values;
  Outcomes statuses;
};

inline Found find(SeedTable const& table, Numbers const& keys) {
  auto const values = to_device(Numbers(keys.size()));
  auto const statuses = to_device(Outcomes(keys.size()));
  table.find(SeedExec(), to_device(keys), values, statuses);
  return {to_host(values), to_host(statuses)};
}

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// All live pairs, by key.
inline Pairs contents(SeedTable const& table) {
  auto const keys = to_device(Numbers(table.capacity()));
  auto const values = to_device(Numbers(table.capacity()));
  auto const count = table.retrieve_all(SeedExec(), keys, values);
  auto const k = to_host(keys);
  auto const v = to_host(values);
  Pairs pairs(count);
  for (std::size_t i = 0; i < count; ++i) pairs[i] = {k[i], v[i]};
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

inline auto count(Outcomes const& outcomes, hash::Status status) {
  return std::count(outcomes.begin(), outcomes.end(), status);
}

}  // namespace heddle::test
