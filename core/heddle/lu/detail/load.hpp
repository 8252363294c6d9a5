// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// From a user's matrix to canonical values and to the slots of F; and the checks on the way.
/// All kernels are parallel over entries; the checks wait for their result.
#pragma once

#include <heddle/base/error.hpp>
#include <heddle/lu/detail/canonical.hpp>
#include <heddle/lu/detail/matrix_input.hpp>
#include <heddle/lu/detail/plan.hpp>
#include <heddle/lu/detail/scalar.hpp>

#include <Kokkos_Core.hpp>

#include <limits>
#include <string>

namespace heddle::lu::detail {

template <class Exec>
using EntryRange = Kokkos::RangePolicy<Exec, Kokkos::IndexType<DefaultOffset>>;

inline constexpr DefaultOffset no_entry = std::numeric_limits<DefaultOffset>::max();

/// How many of `count` items `Predicate` holds for. On hosts a run of items is one step, a plain
/// loop that compilers make vector code of.
template <class Predicate>
struct CountWhere {
  Predicate predicate;
  DefaultOffset count, run;
  KOKKOS_FUNCTION void operator()(DefaultOffset step, DefaultOffset& found) const {
    DefaultOffset const last = Kokkos::min(count, (step + 1) * run);
    DefaultOffset mine = 0;
    for (DefaultOffset item = step * run; item < last; ++item) mine += predicate(item) ? 1 : 0;
    found += mine;
  }
};

/// The smallest item for which `Predicate` holds, else no_entry.
template <class Predicate>
struct FirstWhere {
  Predicate predicate;
  KOKKOS_FUNCTION void operator()(DefaultOffset item, DefaultOffset& first) const {
    if (item < first && predicate(item)) first = item;
  }
};

/// Waits.
template <class Exec, class Predicate>
DefaultOffset count_where(Exec const& exec, std::string const& label, DefaultOffset count,
                          Predicate const& predicate) {
  constexpr DefaultOffset run = backends::traits<Exec>::is_host ? 1024 : 1;
  DefaultOffset found = 0;
  Kokkos::parallel_reduce(label, EntryRange<Exec>(exec, 0, (count + run - 1) / run),
                          CountWhere<Predicate>{predicate, count, run}, found);
  return found;
}

/// Waits. Nearly always there is none, and counting is cheaper than looking for the first.
template <class Exec, class Predicate>
DefaultOffset first_where(Exec const& exec, std::string const& label, DefaultOffset count,
                          Predicate const& predicate) {
  DefaultOffset first = no_entry;
  if (count_where(exec, label, count, predicate) == 0) return first;
  Kokkos::parallel_reduce(label, EntryRange<Exec>(exec, 0, count), FirstWhere<Predicate>{predicate},
                          Kokkos::Min<DefaultOffset>(first));
  return first;
}

// Plain pointers in all that runs over entries, for the reason given in numeric.hpp.

template <class T>
struct Differs {
  T const *expected, *given;
  KOKKOS_FUNCTION bool operator()(DefaultOffset item) const {
    return expected[item] != given[item];
  }
};

/// Throws pattern_mismatch, naming the first difference, unless the matrix has the analysed
/// pattern.
template <class Exec>
void check_pattern(Exec const& exec, Plan<Exec> const& plan,
                   PatternInput<typename Exec::memory_space> const& input) {
  HEDDLE_EXPECTS(input.by_rows == plan.by_rows, pattern_mismatch,
                 "the analysed matrix was stored by " +
                     std::string(plan.by_rows ? "rows (Csr)" : "columns (Csc)"));
  auto const line = std::string(plan.by_rows ? "row " : "column ");
  HEDDLE_EXPECTS(input.num_rows == plan.n && input.num_columns == plan.n, pattern_mismatch,
                 "the matrix is " + std::to_string(input.num_rows) + " x " +
                     std::to_string(input.num_columns) + ", the analysed one " +
                     std::to_string(plan.n) + " x " + std::to_string(plan.n));
  HEDDLE_EXPECTS(input.num_entries() == static_cast<DefaultOffset>(plan.given_indices.extent(0)),
                 pattern_mismatch,
                 "the matrix has " + std::to_string(input.num_entries()) +
                     " entries, the analysed one " + std::to_string(plan.given_indices.extent(0)));
  HEDDLE_EXPECTS(input.offsets.extent(0) == plan.given_offsets.extent(0), pattern_mismatch,
                 "the matrix has a wrong number of offsets");
  HEDDLE_EXPECTS(input.num_values == input.indices.extent(0), invalid_matrix,
                 "the matrix has " + std::to_string(input.num_values) + " values for " +
                     std::to_string(input.num_entries()) + " entries");
  if (input.offsets.data() == plan.given_offsets.data()) return;  // values alone were given
  auto const offset = first_where(
      exec, "heddle::lu::compare_offsets", static_cast<DefaultOffset>(plan.given_offsets.extent(0)),
      Differs<DefaultOffset>{plan.given_offsets.data(), input.offsets.data()});
  HEDDLE_EXPECTS(offset == no_entry, pattern_mismatch,
                 "the pattern differs from the analysed one in the length of " + line +
                     std::to_string(offset - 1));
  auto const entry =
      first_where(exec, "heddle::lu::compare_indices", input.num_entries(),
                  Differs<DefaultIndex>{plan.given_indices.data(), input.indices.data()});
  HEDDLE_EXPECTS(entry == no_entry, pattern_mismatch,
                 "the pattern differs from the analysed one at entry " + std::to_string(entry));
}

template <class T, class Exec>
struct NotZero {
  MatrixInput<T, typename Exec::memory_space> input;
  Array<DefaultOffset, Exec> entries;
  KOKKOS_FUNCTION bool operator()(DefaultOffset item) const {
    return input.value(entries(item)) != T(0);
  }
};

/// Throws pattern_mismatch if an entry that the analysis left out as zero is not zero any more.
template <class T, class Exec>
void check_dropped(Exec const& exec, Plan<Exec> const& plan,
                   MatrixInput<T, typename Exec::memory_space> const& input) {
  if (plan.dropped.extent(0) == 0) return;
  auto const first = first_where(exec, "heddle::lu::check_dropped",
                                 static_cast<DefaultOffset>(plan.dropped.extent(0)),
                                 NotZero<T, Exec>{input, plan.dropped});
  HEDDLE_EXPECTS(first == no_entry, pattern_mismatch,
                 "an entry that was left out as an explicit zero has a value now");
}

template <class T, class Exec>
struct NotFinite {
  MatrixInput<T, typename Exec::memory_space> input;
  KOKKOS_FUNCTION bool operator()(DefaultOffset entry) const {
    return !is_finite(input.value(entry));
  }
};

/// The first entry that is NaN or Inf, else no_entry.
template <class T, class Exec>
DefaultOffset find_non_finite(Exec const& exec,
                              MatrixInput<T, typename Exec::memory_space> const& input) {
  return first_where(exec, "heddle::lu::find_non_finite", input.num_entries(),
                     NotFinite<T, Exec>{input});
}

/// The value of a canonical entry, in double precision; duplicates are added.
template <class T, class Memory>
struct CanonicalValue {
  MatrixInput<T, Memory> input;
  DefaultOffset const *source_offsets, *sources;  ///< of the plan; null where it has none
  KOKKOS_FUNCTION T operator()(DefaultOffset entry) const {
    if (source_offsets == nullptr) {
      return input.value(sources != nullptr ? sources[entry] : entry);
    }
    DefaultOffset const first = source_offsets[entry];
    return ordered_sum<T>(source_offsets[entry + 1] - first,
                          SourceValues<T, Memory>{input, sources + first});
  }
};

template <class T, class Exec>
CanonicalValue<T, typename Exec::memory_space> canonical_value(
    Plan<Exec> const& plan, MatrixInput<T, typename Exec::memory_space> const& input) {
  return {input, plan.source_offsets.data(), plan.sources.data()};
}

template <class T, class Memory>
struct LoadCanonical {
  CanonicalValue<T, Memory> value;
  T* canonical;
  KOKKOS_FUNCTION void operator()(DefaultOffset entry) const { canonical[entry] = value(entry); }
};

/// Brings the values to canonical order.
template <class T, class Exec>
void load_canonical(Exec const& exec, Plan<Exec> const& plan,
                    MatrixInput<T, typename Exec::memory_space> const& input,
                    Kokkos::View<T*, typename Exec::memory_space> const& canonical) {
  Kokkos::parallel_for("heddle::lu::load_canonical", EntryRange<Exec>(exec, 0, plan.num_entries()),
                       LoadCanonical<T, typename Exec::memory_space>{canonical_value(plan, input),
                                                                     canonical.data()});
}

template <class T>
struct SumNotFinite {
  T const* canonical;
  KOKKOS_FUNCTION bool operator()(DefaultOffset entry) const {
    return !is_finite(canonical[entry]);
  }
};

/// The first canonical entry that is NaN or Inf (finite duplicates may add up to it), else
/// no_entry.
template <class T, class Exec>
DefaultOffset find_non_finite_sum(Exec const& exec, Plan<Exec> const& plan,
                                  Kokkos::View<T*, typename Exec::memory_space> const& canonical) {
  return first_where(exec, "heddle::lu::find_non_finite_sum", plan.num_entries(),
                     SumNotFinite<T>{canonical.data()});
}

template <class Value>
struct ScatterScaled {
  Wide<Value> const* canonical;
  double const* entry_scale;
  DefaultOffset const* slot;
  Value* values;
  KOKKOS_FUNCTION void operator()(DefaultOffset entry) const {
    if (slot[entry] < 0) return;  // outside of the diagonal blocks
    values[slot[entry]] = static_cast<Value>(canonical[entry] * entry_scale[entry]);
  }
};

/// Puts the scaled matrix into the slots of F; what fills in starts at zero.
template <class Value, class Exec>
void scatter_to_factors(Exec const& exec, Plan<Exec> const& plan,
                        Kokkos::View<Wide<Value>*, typename Exec::memory_space> const& canonical,
                        Kokkos::View<Value*, typename Exec::memory_space> const& values) {
  heddle::detail::fill(exec, "heddle::lu::clear_factors", values, Value(0));
  Kokkos::parallel_for("heddle::lu::scatter_to_factors",
                       EntryRange<Exec>(exec, 0, plan.num_entries()),
                       ScatterScaled<Value>{canonical.data(), plan.entry_scale.data(),
                                            plan.slot.data(), values.data()});
}

/// Loads and scatters an entry; says whether its value is none.
template <class Value, class Memory>
struct LoadScattered {
  LoadCanonical<Wide<Value>, Memory> load;
  ScatterScaled<Value> scatter;
  KOKKOS_FUNCTION bool operator()(DefaultOffset entry) const {
    load(entry);
    scatter(entry);
    return !is_finite(load.canonical[entry]);
  }
};

/// load_canonical and scatter_to_factors at once, and whether all values are finite. Waits.
template <class Value, class Exec>
bool load_scattered(Exec const& exec, Plan<Exec> const& plan,
                    MatrixInput<Wide<Value>, typename Exec::memory_space> const& input,
                    Kokkos::View<Wide<Value>*, typename Exec::memory_space> const& canonical,
                    Kokkos::View<Value*, typename Exec::memory_space> const& values) {
  heddle::detail::fill(exec, "heddle::lu::clear_factors", values, Value(0));
  LoadScattered<Value, typename Exec::memory_space> const load{
      {canonical_value(plan, input), canonical.data()},
      {canonical.data(), plan.entry_scale.data(), plan.slot.data(), values.data()}};
  return count_where(exec, "heddle::lu::load_scattered", plan.num_entries(), load) == 0;
}

template <class Value>
struct GatherScaled {
  Wide<Value> const* canonical;
  double const* entry_scale;
  DefaultOffset const* entries;
  Value* values;
  KOKKOS_FUNCTION void operator()(DefaultOffset at) const {
    DefaultOffset const entry = entries[at];
    values[at] = static_cast<Value>(canonical[entry] * entry_scale[entry]);
  }
};

/// The scaled entries between blocks, in one of their two orders.
template <class Value, class Exec>
void gather_outer(Exec const& exec, Plan<Exec> const& plan,
                  Kokkos::View<Wide<Value>*, typename Exec::memory_space> const& canonical,
                  Array<DefaultOffset, Exec> const& entries,
                  Kokkos::View<Value*, typename Exec::memory_space> const& values) {
  if (values.extent(0) == 0) return;
  Kokkos::parallel_for("heddle::lu::gather_outer",
                       EntryRange<Exec>(exec, 0, static_cast<DefaultOffset>(values.extent(0))),
                       GatherScaled<Value>{canonical.data(), plan.entry_scale.data(),
                                           entries.data(), values.data()});
}

}  // namespace heddle::lu::detail
