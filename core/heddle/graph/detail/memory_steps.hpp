// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Copies and fills of contiguous memory.
#pragma once

#include <heddle/graph/detail/arguments.hpp>
#include <heddle/graph/detail/policy.hpp>
#include <heddle/graph/detail/step.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heddle::graph::detail {

/// Bytes between two places. `owners` keeps the Views alive whose addresses are used.
template <class Exec>
struct CopyRange {
  using Enqueue = void (*)(Exec const&, void*, void const*, std::size_t);
  void* to = nullptr;
  void const* from = nullptr;
  std::size_t bytes = 0;
  Enqueue enqueue = nullptr;  // one for each pair of memory spaces
  std::shared_ptr<void const> owners;
};

template <class Exec, class To, class From>
void enqueue_copy(Exec const& exec, void* to, void const* from, std::size_t bytes) {
  Kokkos::deep_copy(
      exec,
      Kokkos::View<std::byte*, To, Kokkos::MemoryUnmanaged>(static_cast<std::byte*>(to), bytes),
      Kokkos::View<std::byte const*, From, Kokkos::MemoryUnmanaged>(
          static_cast<std::byte const*>(from), bytes));
}

template <class Exec>
struct CopyStep final : Step<Exec> {
  CopyRange<Exec> range;
  explicit CopyStep(CopyRange<Exec> what) : range(std::move(what)) {}
  void run(Exec const& exec, GraphState<Exec>&) override {
    range.enqueue(exec, range.to, range.from, range.bytes);
  }
  void describe(std::vector<std::string>& texts) const override {
    texts.push_back(value_text(range.to));
    texts.push_back(value_text(range.from));
    texts.push_back(std::to_string(range.bytes) + " bytes");
  }
};

/// `count` items of one value: as a functor and as a body of a backend's own kernel. A copy of one
/// value is a fill of one item: the value travels with the launch, so no memory of the host is read
/// when it runs.
template <class T>
struct FillBody {
  T* to = nullptr;
  std::int64_t count = 0;
  T value{};
  KOKKOS_FUNCTION void operator()(std::int64_t item) const { to[item] = value; }
  KOKKOS_FUNCTION std::int64_t size() const { return count; }
  KOKKOS_FUNCTION void at(std::int64_t item) const { to[item] = value; }
};

template <class Exec, class T>
struct FillStep final : Step<Exec> {
  std::string name;
  FillBody<T> body;
  std::shared_ptr<void const> owner;
  KeptPolicy<Exec, Range> policy;
  FillStep(std::string label, FillBody<T> const& what, std::shared_ptr<void const> of)
      : name(std::move(label)), body(what), owner(std::move(of)) {}
  void run(Exec const& exec, GraphState<Exec>&) override {
    policy.with(exec, Range{0, body.count},
                [&](auto const& over) { Kokkos::parallel_for(name, over, body); });
  }
  void describe(std::vector<std::string>& texts) const override {
    texts.push_back(value_text(body.to));
    texts.push_back(std::to_string(body.count) + " items");
    texts.push_back(value_text(body.value));
  }
};

}  // namespace heddle::graph::detail
