// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// One operation of one table on one input: what stands before the clock, what it times, and the
/// proof that the result is right.
#pragma once

#include <heddle/cli/hash/input.hpp>
#include <heddle/cli/hash/table.hpp>

#include <Kokkos_Core.hpp>

#include <memory>
#include <string>
#include <utility>

namespace heddle::cli {

/// Whether an operation makes sense for a distribution: repeated keys are inserted and combined,
/// and looked up; the rest is for distinct ones.
inline bool applies(Operation operation, InputSpec const& spec) {
  if (spec.has_distinct_keys()) return true;
  return operation == Operation::insert || operation == Operation::assign ||
         operation == Operation::apply || operation == Operation::hit;
}

/// A table that is filled, emptied and asked as its operations need.
template <class Word, class Exec>
class TableRun {
 public:
  using Table = HashTable<Word, Exec>;
  using Source = Input<Word, Exec>;

  TableRun(std::shared_ptr<Source> input, TableKind<Word, Exec> const& kind)
      : input_(std::move(input)), table_(kind.make(input_->spec().slots, input_->spec().keys())) {}

  bool can(Operation operation) const { return table_->can(operation); }
  std::size_t bytes() { return table_->bytes(); }

  /// The untimed part.
  void prepare(Operation operation) {
    switch (operation) {
      case Operation::insert:
      case Operation::assign: return empty();
      case Operation::apply:
        empty();
        return Kokkos::deep_copy(input_->exec(), input_->answers, Word{1});
      case Operation::reinsert:
      case Operation::iterate:
      case Operation::rehash:
      case Operation::freeze: return fill();
      case Operation::hit:
      case Operation::erase: fill(); return make_queries(0);
      case Operation::miss: fill(); return make_queries(count());
      case Operation::mixed:  // the second half of the queries is new; an upsert needs the room
        empty();
        table_->insert(part(input_->keys, 0, count() / 2), part(input_->values, 0, count() / 2));
        return make_mixed();
      case Operation::churn:
        empty();
        fill();
        return make_queries(count());
    }
  }

  /// The timed part.
  void run(Operation operation) {
    auto const& in = *input_;
    switch (operation) {
      case Operation::insert:
      case Operation::reinsert: return table_->insert(in.keys, in.values);
      case Operation::assign: return table_->assign(in.keys, in.values);
      case Operation::apply: return table_->apply(in.keys, in.answers);
      case Operation::hit:
      case Operation::miss: return table_->find(in.queries, in.answers);
      case Operation::mixed: return table_->find_or_insert(in.queries, in.answers);
      case Operation::erase: return table_->erase(in.queries);
      case Operation::churn:
        table_->erase(part(in.keys, 0, churned()));
        return table_->insert(part(in.queries, 0, churned()), part(in.answers, 0, churned()));
      case Operation::iterate: found_ = table_->iterate(in.queries, in.answers); return;
      case Operation::rehash: return table_->rehash();
      case Operation::freeze: return table_->freeze();
    }
  }

  /// Keys that one timed run handles.
  std::size_t items(Operation operation) const {
    return operation == Operation::churn ? 2 * churned() : count();
  }

  /// Throws TableFailure if the table or its answers are not what they must be.
  void verify(Operation operation) {
    filled_ = operation != Operation::erase && operation != Operation::churn &&
              operation != Operation::apply && operation != Operation::mixed;
    if (operation == Operation::miss) return expect(count_wrong(*input_, false) == 0, "a miss");
    if (operation == Operation::apply) return verify_sums();
    if (operation == Operation::erase) return expect(table_->size() == 0, "erase");
    if (operation == Operation::churn) return expect(table_->size() == count(), "churn");
    if (operation == Operation::mixed) return expect(count_wrong(*input_, true) == 0, "mixed");
    if (operation == Operation::iterate) {
      expect(found_ == count() && count_wrong(*input_, true) == 0, "iterate");
    }
    if (operation != Operation::hit) {
      make_queries(0);
      table_->find(input_->queries, input_->answers);
    }
    expect(count_wrong(*input_, true) == 0, "a hit");
    if (input_->spec().has_distinct_keys()) expect(table_->size() == count(), "the size");
  }

 private:
  static void expect(bool right, std::string const& what) {
    if (!right) throw TableFailure("wrong result of " + what);
  }
  std::size_t count() const { return input_->spec().keys(); }
  std::size_t churned() const { return std::max<std::size_t>(count() / 16, 1); }
  template <class Words>
  static Words part(Words const& words, std::size_t first, std::size_t last) {
    return Kokkos::subview(words, std::pair(first, last));
  }
  void empty() {
    table_->clear();
    filled_ = false;
  }
  void fill() {
    if (filled_) return;
    table_->clear();
    table_->insert(input_->keys, input_->values);
    filled_ = true;
  }
  void make_queries(std::uint64_t first) {
    input_->make_queries(first);
    make_values<Exec, Word>(input_->exec(), input_->queries, input_->answers);
    input_->exec().fence("heddle::cli::queries");
  }
  void make_mixed() { make_queries(0); }
  void verify_sums() {
    input_->make_universe();
    if (input_->spec().distribution == Distribution::distinct ||
        input_->spec().distribution == Distribution::sequential) {
      input_->make_queries(0);
    }
    table_->find(input_->queries, input_->answers);
    auto const times =
        input_->spec().distribution == Distribution::equal ? count() : std::size_t(1);
    expect(sum_found(*input_) == count() * times, "the sums");
  }

  std::shared_ptr<Source> input_;
  std::unique_ptr<Table> table_;
  bool filled_ = false;
  std::size_t found_ = 0;
};

}  // namespace heddle::cli
