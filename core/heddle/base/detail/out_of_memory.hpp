// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Memory that runs out, whoever says so.
#pragma once

#include <heddle/base/error.hpp>

#include <new>
#include <stdexcept>
#include <string_view>

namespace heddle::detail {

/// Whether an error tells of memory: ours has a code for it; that of Kokkos' memory spaces is a
/// std::runtime_error that nothing but its text tells apart.
inline bool tells_of_memory(std::runtime_error const& failure) {
  if (auto const* const ours = dynamic_cast<error const*>(&failure)) {
    return ours->code() == ErrorCode::out_of_memory;
  }
  return std::string_view(failure.what()).find("failed to allocate") != std::string_view::npos;
}

/// `call()`, or `without_memory()` if memory runs out on the way. Other errors pass.
template <class Call, class WithoutMemory>
auto unless_out_of_memory(Call const& call, WithoutMemory const& without_memory) {
  try {
    return call();
  } catch (std::bad_alloc const&) {
  } catch (std::runtime_error const& failure) {
    if (!tells_of_memory(failure)) throw;
  }
  return without_memory();
}

/// A result that says nothing but out_of_memory.
template <class Result>
struct OutOfMemory {
  Result operator()() const {
    Result result;
    result.status = decltype(result.status)::out_of_memory;
    return result;
  }
};

}  // namespace heddle::detail
