// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Views made, filled and moved on one instance, with labels of Heddle's own.
#pragma once

#include <heddle/backends/traits.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace heddle::detail {

/// Memory for `count` items, not initialised: whoever allocates writes every item.
template <class T, class Exec>
Kokkos::View<T*, typename Exec::memory_space> allocate(Exec const& exec, std::string const& label,
                                                       std::size_t count) {
  return Kokkos::View<T*, typename Exec::memory_space>(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label), count);
}

/// Host memory for `count` items, not initialised.
template <class T>
Kokkos::View<T*, Kokkos::HostSpace> allocate_host(std::string const& label, std::size_t count) {
  return Kokkos::View<T*, Kokkos::HostSpace>(Kokkos::view_alloc(Kokkos::WithoutInitializing, label),
                                             count);
}

/// The same in `Memory`, which is that of `Exec` or of the host. Device memory made without an
/// instance would make the default one wait.
template <class T, class Memory, class Exec>
Kokkos::View<T*, Memory> allocate_in(Exec const& exec, std::string const& label,
                                     std::size_t count) {
  if constexpr (std::is_same_v<Memory, typename Exec::memory_space>) {
    return allocate<T>(exec, label, count);
  } else {
    return allocate_host<T>(label, count);
  }
}

template <class View>
struct Fill {
  View view;
  typename View::non_const_value_type value;
  KOKKOS_FUNCTION void operator()(std::int64_t item) const { view(item) = value; }
};

/// Sets every item of a rank-1 view. Kokkos::deep_copy would do it under a label that is not ours.
template <class Exec, class View>
void fill(Exec const& exec, std::string const& label, View const& view,
          typename View::non_const_value_type value) {
  Kokkos::parallel_for(label,
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(
                           exec, 0, static_cast<std::int64_t>(view.extent(0))),
                       Fill<View>{view, value});
}

/// The same contents in `Memory`: the view itself if it lies there, else one bulk copy on `exec`
/// into `staging`, whose bytes are added to `bytes_moved`. Staging memory of the right size is used
/// again, so that repeated calls allocate nothing. Waits for the copy only if it goes to the host.
template <class Memory, class Exec, class T, class Source>
Kokkos::View<T const*, Memory> to_memory(Exec const& exec, std::string const& label,
                                         Kokkos::View<T*, Source> const& view,
                                         std::int64_t& bytes_moved,
                                         Kokkos::View<std::remove_const_t<T>*, Memory>& staging) {
  if constexpr (std::is_same_v<Memory, Source>) {
    return view;
  } else {
    if (staging.extent(0) != view.extent(0)) {
      staging = allocate_in<std::remove_const_t<T>, Memory>(exec, label, view.extent(0));
    }
    if (view.extent(0) > 0) Kokkos::deep_copy(exec, staging, view);
    bytes_moved += static_cast<std::int64_t>(view.extent(0) * sizeof(T));
    if constexpr (std::is_same_v<Memory, Kokkos::HostSpace>) {
      exec.fence("heddle::base::to_host");
    }
    return staging;
  }
}

/// The same with memory of its own.
template <class Memory, class Exec, class T, class Source>
Kokkos::View<T const*, Memory> to_memory(Exec const& exec, std::string const& label,
                                         Kokkos::View<T*, Source> const& view,
                                         std::int64_t& bytes_moved) {
  Kokkos::View<std::remove_const_t<T>*, Memory> fresh;
  return to_memory<Memory>(exec, label, view, bytes_moved, fresh);
}

/// A host view over a vector's items, without a copy. The vector must outlive it.
template <class T>
Kokkos::View<T const*, Kokkos::HostSpace> view_of(std::vector<T> const& items) {
  return Kokkos::View<T const*, Kokkos::HostSpace>(items.data(), items.size());
}

/// Moves a vector's contents into a labelled host view.
template <class T>
Kokkos::View<T*, Kokkos::HostSpace> to_view(std::string const& label, std::vector<T> const& items) {
  auto view = allocate_host<T>(label, items.size());
  for (std::size_t item = 0; item < items.size(); ++item) view(item) = items[item];
  return view;
}

}  // namespace heddle::detail
