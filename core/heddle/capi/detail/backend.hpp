// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What the C calls ask of a backend: one class each for maps, LU and colourings, implemented once
/// per backend (core/instances/capi*.cpp.in). Knows no Kokkos.
#pragma once

#include <heddle/capi/coloring.h>
#include <heddle/capi/context.h>
#include <heddle/capi/lu.h>
#include <heddle/capi/map.h>
#include <heddle/capi/detail/guard.hpp>
#include <heddle/coloring/options.hpp>
#include <heddle/lu/options.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace heddle::capi {

/// What becomes of the value of a key that is there.
enum class Upsert { keep, assign, add };

/// The arrays of a call of a map. Which may be null, the call says.
template <class Word>
struct Items {
  int memory;
  std::size_t count;
  Word const* keys;
  Word const* values;
  std::uint8_t* statuses;
  heddle_map_counts* counts;
};

/// A map of words to words.
template <class Word>
class Map {
 public:
  virtual ~Map() = default;
  virtual Outcome upsert(Upsert how, Items<Word> const& items) = 0;
  virtual Outcome find(Items<Word> const& items, Word* values, Word miss) = 0;
  virtual Outcome erase(Items<Word> const& items) = 0;
  virtual std::size_t size() = 0;
  virtual std::size_t capacity() const = 0;
  virtual void retrieve_all(int memory, std::size_t room, Word* keys, Word* values, bool sorted,
                            std::size_t& size) = 0;
  virtual void rehash(std::size_t slots) = 0;
  virtual void clear() = 0;
};

/// A pattern by rows, with values if there are any.
template <class Offset>
struct Rows {
  int memory;
  std::int64_t num_rows, num_columns, num_entries;
  Offset const* row_offsets;
  std::int32_t const* columns;
  void const* values = nullptr;
};

/// The options of all phases.
struct LuOptions {
  lu::AnalyzeOptions analyze;
  lu::PivotOptions pivots;
  lu::SolveOptions solve;
};

/// An analysis and its factors.
class Lu {
 public:
  virtual ~Lu() = default;
  virtual Outcome analyzed() const = 0;
  virtual Outcome factor(int memory, void const* values) = 0;
  virtual Outcome refactor(int memory, void const* values) = 0;
  virtual Outcome solve(lu::Operation operation, int memory, std::int64_t num_rhs, void const* b,
                        void* x) = 0;
  virtual heddle_lu_report report() const = 0;
};

/// A coloured pattern.
class Coloring {
 public:
  virtual ~Coloring() = default;
  virtual heddle_coloring_report report() const = 0;
  virtual void colors(int memory, std::int32_t* colors, std::int32_t* row_colors) = 0;
  virtual void seeds(int memory, double* seeds) = 0;
  virtual void recover(int memory, double const* compressed, double* values) = 0;
};

/// A backend and its instance: makes objects that share it.
class Backend {
 public:
  virtual ~Backend() = default;
  virtual char const* name() const = 0;
  virtual std::unique_ptr<Map<std::uint32_t>> make_map32(std::size_t capacity, bool grows) = 0;
  virtual std::unique_ptr<Map<std::uint64_t>> make_map64(std::size_t capacity, bool grows) = 0;
  virtual std::unique_ptr<Lu> analyze(int value_type, Rows<std::int32_t> const& matrix,
                                      LuOptions const& options) = 0;
  virtual std::unique_ptr<Lu> analyze(int value_type, Rows<std::int64_t> const& matrix,
                                      LuOptions const& options) = 0;
  virtual std::unique_ptr<Coloring> color(Rows<std::int32_t> const& pattern,
                                          coloring::ColoringOptions const& options) = 0;
  virtual std::unique_ptr<Coloring> color(Rows<std::int64_t> const& pattern,
                                          coloring::ColoringOptions const& options) = 0;
};

}  // namespace heddle::capi

struct heddle_context : heddle::capi::Handle<std::unique_ptr<heddle::capi::Backend>> {};
struct heddle_map_u32 : heddle::capi::Handle<std::unique_ptr<heddle::capi::Map<std::uint32_t>>> {};
struct heddle_map_u64 : heddle::capi::Handle<std::unique_ptr<heddle::capi::Map<std::uint64_t>>> {};
struct heddle_lu : heddle::capi::Handle<std::unique_ptr<heddle::capi::Lu>> {};
struct heddle_coloring : heddle::capi::Handle<std::unique_ptr<heddle::capi::Coloring>> {};
