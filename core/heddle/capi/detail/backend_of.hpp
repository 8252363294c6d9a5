// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a backend makes for the C calls.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/capi/detail/coloring.hpp>
#include <heddle/capi/detail/lu.hpp>
#include <heddle/capi/detail/make_backend.hpp>

#include <Kokkos_Core.hpp>

#include <limits>
#include <memory>
#include <string>

namespace heddle::capi {

/// Throws unless these can be the sizes of a pattern.
template <class Offset>
void expect_sizes(Rows<Offset> const& rows) {
  constexpr std::int64_t most = std::numeric_limits<DefaultIndex>::max();
  auto const fits = [](std::int64_t size) { return size >= 0 && size <= most; };
  HEDDLE_EXPECTS(fits(rows.num_rows) && fits(rows.num_columns), invalid_argument,
                 "rows and columns are numbered with 32 bits: " + std::to_string(rows.num_rows) +
                     " x " + std::to_string(rows.num_columns));
  HEDDLE_EXPECTS(rows.num_entries >= 0, invalid_argument, "num_entries is negative");
}

template <class Exec>
class BackendOf final : public Backend {
 public:
  explicit BackendOf(Exec const& exec) : exec_(exec) {}

  char const* name() const override { return backends::traits<Exec>::name; }
  std::unique_ptr<Map<std::uint32_t>> make_map32(std::size_t capacity, bool grows) override {
    return make_map<std::uint32_t>(exec_, capacity, grows);
  }
  std::unique_ptr<Map<std::uint64_t>> make_map64(std::size_t capacity, bool grows) override {
    return make_map<std::uint64_t>(exec_, capacity, grows);
  }
  std::unique_ptr<Lu> analyze(int value_type, Rows<std::int32_t> const& matrix,
                              LuOptions const& options) override {
    return analyzed(value_type, matrix, options);
  }
  std::unique_ptr<Lu> analyze(int value_type, Rows<std::int64_t> const& matrix,
                              LuOptions const& options) override {
    return analyzed(value_type, matrix, options);
  }
  std::unique_ptr<Coloring> color(Rows<std::int32_t> const& pattern,
                                  coloring::ColoringOptions const& options) override {
    expect_sizes(pattern);
    return std::make_unique<ColoringOf<std::int32_t, Exec>>(exec_, pattern, options);
  }
  std::unique_ptr<Coloring> color(Rows<std::int64_t> const& pattern,
                                  coloring::ColoringOptions const& options) override {
    expect_sizes(pattern);
    return std::make_unique<ColoringOf<std::int64_t, Exec>>(exec_, pattern, options);
  }

 private:
  template <class Offset>
  std::unique_ptr<Lu> analyzed(int value_type, Rows<Offset> const& matrix,
                               LuOptions const& options) const {
    expect_sizes(matrix);
    switch (value_type) {
      case HEDDLE_F32: return near<float>(matrix, options);
      case HEDDLE_F64: return near<double>(matrix, options);
      case HEDDLE_C64: return near<Kokkos::complex<float>>(matrix, options);
      case HEDDLE_C128: return near<Kokkos::complex<double>>(matrix, options);
      default: break;
    }
    HEDDLE_EXPECTS(false, invalid_argument,
                   "value_type is " + std::to_string(value_type) + ", none of heddle_value");
    return nullptr;
  }
  /// The pattern stays in the memory where it lies.
  template <class Value, class Offset>
  std::unique_ptr<Lu> near(Rows<Offset> const& matrix, LuOptions const& options) const {
    using Near = typename Exec::memory_space;
    if (matrix.memory == HEDDLE_HOST) {
      return std::make_unique<LuOf<Value, Offset, Exec, Kokkos::HostSpace>>(exec_, matrix, options);
    }
    return std::make_unique<LuOf<Value, Offset, Exec, Near>>(exec_, matrix, options);
  }

  Exec exec_;
};

}  // namespace heddle::capi
