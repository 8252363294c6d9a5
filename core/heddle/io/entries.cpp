// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/io/detail/entries.hpp>
#include <heddle/io/detail/text.hpp>

#include <algorithm>
#include <utility>

namespace heddle::io::detail {
namespace {

/// Cheap, and false for nearly all files, which spares them the sort.
bool has_both_triangles(Matrix const& matrix) {
  bool lower = false;
  bool upper = false;
  for (std::size_t k = 0; k < matrix.rows.size(); ++k) {
    lower |= matrix.rows[k] > matrix.columns[k];
    upper |= matrix.rows[k] < matrix.columns[k];
  }
  return lower && upper;
}

/// One number for an element; both of a mirrored pair have the same if `folded`.
std::uint64_t key_of(std::int32_t row, std::int32_t column, bool folded) {
  if (folded && row < column) std::swap(row, column);
  return static_cast<std::uint64_t>(column) << 32 | static_cast<std::uint32_t>(row);
}

}  // namespace

std::optional<Repeat> find_repeat(Matrix const& matrix, bool mirrored_only) {
  bool const folded = matrix.symmetry != Symmetry::general;
  std::vector<std::pair<std::uint64_t, std::size_t>> elements(matrix.rows.size());
  for (std::size_t k = 0; k < elements.size(); ++k) {
    elements[k] = {key_of(matrix.rows[k], matrix.columns[k], folded), k};
  }
  std::sort(elements.begin(), elements.end());
  // Equal elements are neighbours now, in the order of the file. If a run of them holds both
  // triangles, then two neighbours differ.
  auto const same = [&](auto const& a, auto const& b) {
    return a.first == b.first && (!mirrored_only || matrix.rows[a.second] != matrix.rows[b.second]);
  };
  auto const found = std::adjacent_find(elements.begin(), elements.end(), same);
  if (found == elements.end()) return std::nullopt;
  return Repeat{found->second, std::next(found)->second};
}

char const* entry_fault(Matrix const& matrix, std::size_t entry) {
  if (matrix.rows[entry] != matrix.columns[entry]) return nullptr;
  if (matrix.symmetry == Symmetry::skew_symmetric) {
    return "a skew-symmetric matrix has no entries on the diagonal";
  }
  if (matrix.symmetry == Symmetry::hermitian && matrix.imaginary[entry] != 0) {
    return "the diagonal of a Hermitian matrix is real";
  }
  return nullptr;
}

void check_repeats(Matrix const& matrix, ReadOptions const& options, std::string const& name,
                   std::function<std::int64_t(std::size_t)> const& line_of_entry) {
  bool const reject = options.duplicates == FileDuplicates::reject;
  bool const mixed = matrix.symmetry != Symmetry::general && has_both_triangles(matrix);
  if (!reject && !mixed) return;
  auto const repeat = find_repeat(matrix, !reject);
  if (!repeat) return;
  std::string const element = "entry (" + std::to_string(matrix.rows[repeat->second] + 1LL) + ", " +
                              std::to_string(matrix.columns[repeat->second] + 1LL) + ")";
  bool const mirrored = matrix.rows[repeat->first] != matrix.rows[repeat->second];
  fail(name, line_of_entry(repeat->second),
       element + (mirrored ? " mirrors" : " repeats") + " the one of line " +
           std::to_string(line_of_entry(repeat->first)));
}

}  // namespace heddle::io::detail
