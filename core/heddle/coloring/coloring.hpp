// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Colourings of sparse patterns: which columns, rows or vertices can share one evaluation.
///
/// Patterns lie in the memory of `Exec` or of the host, with 32- or 64-bit offsets; entries of a
/// row may stand in any order and repeat, columns and rows may be empty, the diagonal may be
/// missing. The result lies in the memory of `Exec`. Errors of all calls: bad_pattern (offsets that
/// do not fit; an index out of range, with row and position; for the symmetric kinds distance1,
/// distance2, star and acyclic a pattern that is not square, or an entry without its mirror, with
/// row and column), not_initialized. A failed call has changed nothing.
#pragma once

#include <heddle/base/compiled_for.hpp>
#include <heddle/base/sparse.hpp>
#include <heddle/coloring/options.hpp>
#include <heddle/coloring/result.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>

namespace heddle::coloring {

namespace detail {
template <class T>
inline constexpr bool is_pattern = false;
template <class O, class I, class M>
inline constexpr bool is_pattern<Pattern<O, I, M>> = true;
}  // namespace detail

/// Pattern with compiled offset and index types, in memory that `Exec` takes.
template <class P, class Exec>
concept CompiledPattern =
    detail::is_pattern<P> && CompiledOffsets::contains<typename P::offset_type> &&
    CompiledIndices::contains<typename P::index_type> && MemoryNear<typename P::memory_space, Exec>;

/// A view of indices, such as a given order or a user's colours, in memory that `Exec` takes.
template <class V, class Exec>
concept IndexView = Kokkos::is_view_v<V> && V::rank()
== 1 && std::same_as<typename V::non_const_value_type, DefaultIndex>&&
            MemoryNear<typename V::memory_space, Exec>;

/// The result of a colouring on `Exec`.
template <class Exec>
using ResultOn = ColoringResult<DefaultIndex, typename Exec::memory_space>;

namespace detail {

template <class Memory>
using Given = Kokkos::View<DefaultIndex const*, Memory>;

template <class V>
Given<typename V::memory_space> as_const(V const& view) {
  return view;
}

/// What the calls with given orders and colours below do, compiled once.
template <class Exec, class P, class Memory>
ResultOn<Exec> color_given(Exec const& exec, P const& pattern, Given<Memory> const& order,
                           ColoringOptions const& options);
template <class Exec, class P, class Memory>
ResultOn<Exec> adopt_given(Exec const& exec, P const& pattern, Kind kind,
                           Given<Memory> const& colors, Given<Memory> const& row_colors,
                           ColoringOptions const& options);

}  // namespace detail

/// Colours a pattern as `options` say.
///
/// Method::greedy gives the same colours at every place, on every backend, for any number of
/// threads: at each vertex, in the order, the least legal colour. Cost on the host: O(nnz) and one
/// pass over the vertices that are left for every 64 colours (columns, rows, distance2), O(nnz)
/// (distance1), O(n d2) with d2 neighbours within distance two (star, acyclic), at most 64 times
/// the first (bidirectional); orders other than natural add O(sum d2), smallest_last and incidence
/// times log n. Memory: the transposed pattern and about 20 bytes a line. On the device the same
/// work in as many rounds as the longest chain of vertices that meet, in ascending order, for each
/// window of 64 colours again: a dense line is a chain as long as itself, which belongs on the
/// host. Method::speculative: valid, equal on all backends for one seed, about as many rounds as
/// colours; one thread works on a line. Method::exact: at most exact_node_limit nodes of O(n), and
/// memory for all pairs that meet.
///
/// Synchronises `exec`. Vertices without entries get colour 0 (with neutral_empty, and in
/// bidirectional colourings, -1) and never raise the number of colours above 1. Throws
/// unsupported_place for what only the host can do (star, acyclic, bidirectional, exact; device
/// or speculative), unsupported (exact or balance of star and acyclic, exact bidirectional),
/// invalid_argument (Order::given without an order, options out of range).
///
/// Sources: Gebremedhin, Manne, Pothen, SIAM Review 47, 2005 (kinds, greedy); Gebremedhin,
/// Tarafdar, Manne, Pothen, SISC 29, 2007 (star, acyclic); Tas, Kaya, Saule, ICPP 2017 (nets).
template <CompiledBackend Exec, CompiledPattern<Exec> P>
ResultOn<Exec> color(Exec const& exec, P const& pattern, ColoringOptions const& options = {});

/// The same in a given order: `order(s)` is the vertex that is coloured at step s. `options.order`
/// does not count. Also throws size_mismatch (expected, given) and invalid_argument for what is not
/// a permutation, or for bidirectional and exact, which have no such order.
template <CompiledBackend Exec, CompiledPattern<Exec> P, IndexView<Exec> V>
ResultOn<Exec> color(Exec const& exec, P const& pattern, V const& order,
                     ColoringOptions const& options = {}) {
  return detail::color_given(exec, pattern, detail::as_const(order), options);
}

/// A user's colouring as a result: checked, counted and hashed; the colours are copied. `colors`
/// holds one colour per vertex, -1 for vertices without entries (bidirectional: also for others).
/// Of `options` only symmetrize and ignore_ghosts count. Throws size_mismatch, and invalid_coloring
/// with two vertices and their line, always. Synchronises `exec`. Cost: O(nnz).
template <CompiledBackend Exec, CompiledPattern<Exec> P, IndexView<Exec> V>
ResultOn<Exec> adopt(Exec const& exec, P const& pattern, Kind kind, V const& colors,
                     ColoringOptions const& options = {}) {
  return detail::adopt_given(exec, pattern, kind, detail::as_const(colors), {}, options);
}

/// The same for Kind::bidirectional: colours of the columns and of the rows.
template <CompiledBackend Exec, CompiledPattern<Exec> P, IndexView<Exec> V>
ResultOn<Exec> adopt(Exec const& exec, P const& pattern, V const& colors, V const& row_colors,
                     ColoringOptions const& options = {}) {
  return detail::adopt_given(exec, pattern, Kind::bidirectional, detail::as_const(colors),
                             detail::as_const(row_colors), options);
}

/// Checks a colouring of `result.kind` against a pattern by the definitions, with code that the
/// colourings do not share, and that its colours are dense and no fewer than the lower bound.
/// Returns the first defect: in the lowest line, there the lowest second vertex. Of `options` only
/// place, symmetrize and ignore_ghosts count. The phase is "coloring::verify", by default where the
/// colours are; at the device kernels find whether there is a defect, and the host names it. Other
/// kinds than columns, rows and distance2, and patterns that have to be mended first, are verified
/// by "coloring::verify_on_host", whatever the place asked for. Throws size_mismatch if the colours
/// are of another size. Synchronises `exec`. Cost: O(nnz). Deterministic.
template <CompiledBackend Exec, CompiledPattern<Exec> P>
Verification verify(Exec const& exec, P const& pattern, ResultOn<Exec> const& result,
                    ColoringOptions const& options = {});

}  // namespace heddle::coloring
