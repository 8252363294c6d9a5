// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Arrays of C callers as views in the memory where the work is done.
#pragma once

#include <heddle/capi/context.h>
#include <heddle/base/detail/memory.hpp>
#include <heddle/base/error.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace heddle::capi {

/// Throws unless `data` can be an array of `count` items in one of the two memories.
template <class T>
void expect_array(int memory, T const* data, std::size_t count, char const* name) {
  HEDDLE_EXPECTS(memory == HEDDLE_HOST || memory == HEDDLE_DEVICE, invalid_argument,
                 "memory is " + std::to_string(memory) + ", neither HEDDLE_HOST nor HEDDLE_DEVICE");
  HEDDLE_EXPECTS(data != nullptr || count == 0, invalid_argument, std::string(name) + " is null");
  HEDDLE_EXPECTS(reinterpret_cast<std::uintptr_t>(data) % alignof(T) == 0, invalid_argument,
                 std::string(name) + " is not aligned to " + std::to_string(alignof(T)) + " bytes");
}

/// An input in `Memory`, which is that of `Exec` or of the host: the caller's array, or a copy.
template <class Memory, class Exec, class T>
Kokkos::View<T const*, Memory> brought(Exec const& exec, int memory, T const* data,
                                       std::size_t count, char const* name) {
  expect_array(memory, data, count, name);
  std::int64_t moved = 0;
  if (memory == HEDDLE_DEVICE) {
    using There = Kokkos::View<T const*, typename Exec::memory_space>;
    return heddle::detail::to_memory<Memory>(exec, "heddle::capi::input", There(data, count),
                                             moved);
  }
  using Here = Kokkos::View<T const*, Kokkos::HostSpace>;
  return heddle::detail::to_memory<Memory>(exec, "heddle::capi::input", Here(data, count), moved);
}

/// The same as memory of its own, which outlives the call.
template <class Memory, class Exec, class T>
Kokkos::View<T const*, Memory> kept(Exec const& exec, int memory, T const* data, std::size_t count,
                                    char const* name) {
  auto const given = brought<Memory>(exec, memory, data, count, name);
  auto const copy = heddle::detail::allocate_in<T, Memory>(exec, "heddle::capi::kept", count);
  if (count > 0) Kokkos::deep_copy(exec, copy, given);
  exec.fence("heddle::capi::kept");
  return copy;
}

/// An output in the memory of `Exec`: the caller's array, or one that `deliver` copies to it.
template <class T, class Exec>
class Result {
 public:
  using View = Kokkos::View<T*, typename Exec::memory_space>;

  Result(Exec const& exec, int memory, T* data, std::size_t count, char const* name)
      : exec_(exec), host_(data, count) {
    expect_array(memory, data, count, name);
    bool const is_near =
        memory == HEDDLE_DEVICE || std::is_same_v<typename View::memory_space, Kokkos::HostSpace>;
    if (is_near) {
      view_ = View(data, count);
    } else if (data != nullptr) {  // else nobody wants it, which views say by a null pointer
      view_ = heddle::detail::allocate<T>(exec, "heddle::capi::output", count);
      is_staged_ = true;
    }
  }

  View const& view() const { return view_; }
  /// Waits for the work, and for the copy if there is one.
  void deliver() const {
    if (is_staged_ && host_.extent(0) > 0) Kokkos::deep_copy(exec_, host_, view_);
    exec_.fence("heddle::capi::output");
  }

 private:
  Exec exec_;
  Kokkos::View<T*, Kokkos::HostSpace> host_;
  View view_;
  bool is_staged_ = false;
};

/// An output that may be left out.
template <class T, class Exec>
Result<T, Exec> optional_result(Exec const& exec, int memory, T* data, std::size_t count,
                                char const* name) {
  return {exec, memory, data, data == nullptr ? 0 : count, name};
}

}  // namespace heddle::capi
