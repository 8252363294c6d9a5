// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// One set of keys for one size of table, and what a table must hold and answer for it.
#pragma once

#include <heddle/cli/hash/keys.hpp>
#include <heddle/cli/hash/table.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace heddle::cli {

/// The axes of an input.
struct InputSpec {
  std::size_t slots = std::size_t(1) << 20;
  double load = 0.5;  ///< keys, or draws, per slot
  Distribution distribution = Distribution::distinct;
  double exponent = 1.0;  ///< of zipf
  std::size_t batch = 0;  ///< keys, or draws; 0: load * slots

  std::size_t keys() const {
    return batch > 0 ? batch : static_cast<std::size_t>(load * static_cast<double>(slots));
  }
  bool has_distinct_keys() const {
    return distribution == Distribution::distinct || distribution == Distribution::sequential;
  }
};

/// The batches of an input, in the memory of `Exec`.
template <class Word, class Exec>
class Input {
 public:
  using Memory = typename Exec::memory_space;
  using Words = Kokkos::View<Word*, Memory>;

  explicit Input(InputSpec const& spec)
      : spec_(spec),
        key_of_{spec.distribution,
                spec.distribution == Distribution::zipf ? ZipfRank(spec.exponent, spec.keys())
                                                        : ZipfRank(),
                1},
        keys(make("keys")),
        values(make("values")),
        queries(make("queries")),
        answers(make("answers")) {
    make_keys(exec_, keys, key_of_, 0, false);
    make_values<Exec, Word>(exec_, keys, values);
    exec_.fence("heddle::cli::input");
  }

  InputSpec const& spec() const { return spec_; }
  /// Queries from key number `first` on, in another order than the keys'.
  void make_queries(std::uint64_t first) {
    make_keys(exec_, queries, key_of_, first, true);
    exec_.fence("heddle::cli::input");
  }
  /// Every key of the universe once: what zipf and equal draw from.
  void make_universe() {
    auto every = key_of_;
    if (every.distribution == Distribution::zipf) every.distribution = Distribution::distinct;
    make_keys(exec_, queries, every, 1, false);
    exec_.fence("heddle::cli::input");
  }
  Exec const& exec() const { return exec_; }

 private:
  Words make(char const* name) {
    return allocate<Word>(exec_, std::string("heddle::cli::") + name, spec_.keys());
  }

  Exec exec_;
  InputSpec spec_;
  KeyOf<Word> key_of_;

 public:
  Words keys, values, queries, answers;
};

/// Counts answers that are not `expected`: the value of the query, or missing.
template <class Word, class Memory>
struct CountWrong {
  Kokkos::View<Word const*, Memory> queries, answers;
  bool expect_found;
  KOKKOS_FUNCTION void operator()(std::int64_t const i, std::uint64_t& wrong) const {
    Word const expected = expect_found ? value_of_key(queries(i)) : missing<Word>;
    wrong += answers(i) != expected;
  }
};

template <class Word, class Exec>
std::uint64_t count_wrong(Input<Word, Exec> const& input, bool expect_found) {
  std::uint64_t wrong = 0;
  Kokkos::parallel_reduce(
      "heddle::cli::count_wrong", all_of(input.exec(), input.queries.extent(0)),
      CountWrong<Word, typename Exec::memory_space>{input.queries, input.answers, expect_found},
      wrong);
  return wrong;
}

/// The sum of all answers that are there.
template <class Word, class Memory>
struct SumFound {
  Kokkos::View<Word const*, Memory> answers;
  KOKKOS_FUNCTION void operator()(std::int64_t const i, std::uint64_t& sum) const {
    sum += answers(i) == missing<Word> ? 0 : answers(i);
  }
};

template <class Word, class Exec>
std::uint64_t sum_found(Input<Word, Exec> const& input) {
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce("heddle::cli::sum_found", all_of(input.exec(), input.answers.extent(0)),
                          SumFound<Word, typename Exec::memory_space>{input.answers}, sum);
  return sum;
}

}  // namespace heddle::cli
