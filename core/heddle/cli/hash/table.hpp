// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What measurements ask of a hash table, the same of Heddle's and of its peers.
#pragma once

#include <heddle/cli/hash/workload.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

namespace heddle::cli {

/// A table that did not deliver; the message is its own reason.
struct TableFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// All ones: what `find` writes for an absent key. No value of a measurement is it.
template <class Word>
inline constexpr Word missing = static_cast<Word>(~Word{0});

/// One table. Every call returns only when its work is done; views lie in the memory of `Exec`.
template <class Word, class Exec>
class HashTable {
 public:
  using Memory = typename Exec::memory_space;
  using Words = Kokkos::View<Word const*, Memory>;
  using Output = Kokkos::View<Word*, Memory>;

  virtual ~HashTable() = default;

  virtual bool can(Operation operation) const = 0;
  virtual void clear() = 0;
  virtual void insert(Words const& keys, Words const& values) = 0;
  virtual void find(Words const& keys, Output const& values) = 0;
  virtual std::size_t size() = 0;
  virtual std::size_t bytes() = 0;

  // Asked only of those that can.
  virtual void assign(Words const&, Words const&) { refuse(); }
  virtual void apply(Words const&, Words const&) { refuse(); }
  virtual void find_or_insert(Words const&, Output const&) { refuse(); }
  virtual void erase(Words const&) { refuse(); }
  virtual std::size_t iterate(Output const&, Output const&) { return refuse(); }
  virtual void rehash() { refuse(); }
  virtual void freeze() { refuse(); }

 protected:
  static std::size_t refuse() { throw TableFailure("not an operation of this table"); }
};

/// How to make one for so many slots and keys. `slots` is what the table may take; those that
/// choose their own get the number of keys.
template <class Word, class Exec>
struct TableKind {
  std::string name;
  std::function<std::unique_ptr<HashTable<Word, Exec>>(std::size_t slots, std::size_t keys)> make;
};

/// Memory for `count` items, not initialised.
template <class T, class Exec>
Kokkos::View<T*, typename Exec::memory_space> allocate(Exec const& exec, std::string const& label,
                                                       std::size_t count) {
  return Kokkos::View<T*, typename Exec::memory_space>(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, label), count);
}

template <class Exec>
Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>> all_of(Exec const& exec,
                                                                  std::size_t count) {
  return {exec, 0, static_cast<std::int64_t>(count)};
}

}  // namespace heddle::cli
