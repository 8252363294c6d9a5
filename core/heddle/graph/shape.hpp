// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a node runs over. Shapes stand where Kokkos has policies: a policy carries an instance, and
/// in a graph each branch brings its own. Knows no Kokkos.
#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

namespace heddle::graph {

/// The integers of [begin, end). A plain integer n stands for [0, n).
struct Range {
  std::int64_t begin = 0, end = 0;
};

/// All index tuples of [begin, end) in each of `Rank` dimensions, 2 to 6. `tile` as in Kokkos'
/// MDRangePolicy, all 0 for its choice; kernels of `launch` ignore it.
template <int Rank>
struct Tiles {
  static_assert(Rank >= 2 && Rank <= 6, "heddle::graph::Tiles has 2 to 6 dimensions");
  std::int64_t begin[Rank] = {}, end[Rank] = {}, tile[Rank] = {};
};

/// A league of teams, for functors that take a Kokkos team member. 0 for
/// `team_size` leaves it to Kokkos; scratch is in bytes of level 0 a team and a thread, and of
/// level 1, which RecordOptions::team_scratch_bytes has to cover.
struct Teams {
  int league_size = 0, team_size = 0, vector_length = 1;
  int scratch_per_team = 0, scratch_per_thread = 0;
  int level1_per_team = 0, level1_per_thread = 0;
};

namespace detail {

template <class T>
struct ShapeTraits;
template <>
struct ShapeTraits<Range> {
  static constexpr int rank = 1;
  static bool is_empty(Range const& shape) { return shape.end <= shape.begin; }
  static std::string text(Range const& shape) {
    return "[" + std::to_string(shape.begin) + ", " + std::to_string(shape.end) + ")";
  }
};
template <int Rank>
struct ShapeTraits<Tiles<Rank>> {
  static constexpr int rank = Rank;
  static bool is_empty(Tiles<Rank> const& shape) {
    for (int d = 0; d < Rank; ++d) {
      if (shape.end[d] <= shape.begin[d]) return true;
    }
    return false;
  }
  static std::string text(Tiles<Rank> const& shape) {
    std::string text;
    for (int d = 0; d < Rank; ++d) {
      text += (d ? " x " : "") + ShapeTraits<Range>::text({shape.begin[d], shape.end[d]});
    }
    return text;
  }
};
template <>
struct ShapeTraits<Teams> {
  static constexpr int rank = 0;
  static bool is_empty(Teams const& shape) { return shape.league_size <= 0; }
  static std::string text(Teams const& shape) {
    return std::to_string(shape.league_size) + " teams of " + std::to_string(shape.team_size);
  }
};

template <std::integral T>
Range as_shape(T extent) {
  return {0, static_cast<std::int64_t>(extent)};
}
inline Range as_shape(Range const& shape) { return shape; }
inline Teams as_shape(Teams const& shape) { return shape; }
template <int Rank>
Tiles<Rank> as_shape(Tiles<Rank> const& shape) {
  return shape;
}

/// Shapes are integers without padding.
template <class Shape>
bool is_same(Shape const& a, Shape const& b) {
  return std::memcmp(&a, &b, sizeof(Shape)) == 0;
}

/// The shape that a T stands for.
template <class T>
using ShapeOf = decltype(as_shape(std::declval<std::decay_t<T> const&>()));

}  // namespace detail
}  // namespace heddle::graph
