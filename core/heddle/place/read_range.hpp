// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A few elements of an array, for a look from outside of phases.
#pragma once

#include <heddle/base/compiled_for.hpp>
#include <heddle/base/error.hpp>
#include <heddle/place/array.hpp>
#include <heddle/place/detail/queues.hpp>

#include <cstdint>
#include <type_traits>
#include <vector>

namespace heddle::place {

/// Rows first ... first + count - 1 of an array, all elements of each, in one copy if the host has
/// none that is valid. Changes no state: reading elements one by one this way costs a copy each.
/// Waits for the writers. Throws invalid_argument (range), unwritten_read, lost_data,
/// overlapping_access, copy_refused.
template <CompiledBackend Exec, class Data>
std::vector<std::remove_const_t<typename Array<Data>::value_type>> read_range(
    Exec const& exec, Array<Data> const& array, std::int64_t first, std::int64_t count) {
  using Value = std::remove_const_t<typename Array<Data>::value_type>;
  auto const part = array.slice(first, count);  // checks the range
  auto& record = *array.record();
  std::vector<Value> elements(part.size());
  detail::read_range(detail::user_of(exec, detail::intern("read_range")), record,
                     static_cast<std::size_t>(part.first_row() * record.row_bytes),
                     elements.size() * sizeof(Value), elements.data());
  return elements;
}

}  // namespace heddle::place
