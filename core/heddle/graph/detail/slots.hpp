// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The slots of parameters and conditions: one block in the memory of `Exec` and a shadow on the
/// host. A launch copies the shadow as a whole if it changed.
#pragma once

#include <heddle/backends/native_graph.hpp>
#include <heddle/backends/traits.hpp>
#include <heddle/base/error.hpp>
#include <heddle/graph/name.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstring>
#include <string>
#include <typeindex>
#include <vector>

namespace heddle::graph::detail {

template <class Exec>
class Slots {
 public:
  static constexpr std::size_t alignment = 16;

  Slots(Exec const& exec, std::size_t bytes)
      : block_(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "heddle::graph::parameters"),
               rounded(bytes)),  // a slot is written before a kernel may read it
        shadow_(rounded(bytes)) {}

  /// The slot of that name and type: the one there is, with its value, or a new one. Throws
  /// invalid_argument if the name has another type or there is no room left.
  template <class T>
  std::int32_t slot(Name const& name, T const& initial) {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i].name != name.text()) continue;
      HEDDLE_EXPECTS(slots_[i].type == typeid(T), invalid_argument,
                     "graph: parameter '" + name.text() + "' has another type");
      return static_cast<std::int32_t>(i);
    }
    std::size_t const offset = (used_ + alignment - 1) / alignment * alignment;
    HEDDLE_EXPECTS(offset + sizeof(T) <= shadow_.size(), invalid_argument,
                   "graph: parameter '" + name.text() + "' exceeds the reserve of " +
                       std::to_string(shadow_.size()) + " bytes (RecordOptions::parameter_bytes)");
    slots_.push_back({name.text(), typeid(T), offset});
    used_ = offset + sizeof(T);
    put(static_cast<std::int32_t>(slots_.size() - 1), initial);
    return static_cast<std::int32_t>(slots_.size() - 1);
  }

  template <class T>
  T* address(std::int32_t slot) const {
    return reinterpret_cast<T*>(block_.data() + offset(slot));
  }
  template <class T>
  bool holds(std::int32_t slot) const {
    return slot >= 0 && static_cast<std::size_t>(slot) < slots_.size() &&
           slots_[static_cast<std::size_t>(slot)].type == typeid(T);
  }

  /// The value that the next launch sees.
  template <class T>
  void put(std::int32_t slot, T const& value) {
    std::memcpy(shadow_.data() + offset(slot), &value, sizeof(T));
    changed_ = true;
  }
  template <class T>
  T value(std::int32_t slot) const {
    T value;
    std::memcpy(&value, shadow_.data() + offset(slot), sizeof(T));
    return value;
  }

  /// What a recording can undo: slots it added go, nothing else changed.
  std::size_t count() const { return slots_.size(); }
  void shrink(std::size_t count) {
    if (count >= slots_.size()) return;
    used_ = slots_[count].offset;
    slots_.resize(count, {{}, typeid(void), 0});
  }

  /// Whether a launch has to copy first; the copy itself.
  bool changed() const { return changed_; }
  void touch() { changed_ = true; }
  std::size_t used_bytes() const { return used_; }
  std::size_t capacity() const { return shadow_.size(); }
  std::byte const* shadow() const { return shadow_.data(); }
  std::byte* block() const { return block_.data(); }
  void copied() { changed_ = false; }

  void copy(Exec const& exec) {
    if constexpr (backends::host_accessible<typename Exec::memory_space>) {
      std::memcpy(block_.data(), shadow_.data(), used_);
    } else {
      using Shadow = Kokkos::View<std::byte const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;
      Kokkos::deep_copy(exec,
                        Kokkos::subview(block_, std::pair<std::size_t, std::size_t>(0, used_)),
                        Shadow(shadow_.data(), used_));
    }
    changed_ = false;
  }

 private:
  static std::size_t rounded(std::size_t bytes) {
    return (bytes + alignment - 1) / alignment * alignment;
  }
  struct Slot {
    std::string name;
    std::type_index type;
    std::size_t offset;
  };
  std::size_t offset(std::int32_t slot) const {
    return slots_[static_cast<std::size_t>(slot)].offset;
  }

  Kokkos::View<std::byte*, typename Exec::memory_space> block_;
  std::vector<std::byte> shadow_;
  std::vector<Slot> slots_;
  std::size_t used_ = 0;
  bool changed_ = false;
};

}  // namespace heddle::graph::detail
