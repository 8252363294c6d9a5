// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Checks that need all entries of a matrix, and those of one entry under symmetry.
#pragma once

#include <heddle/io/matrix.hpp>
#include <heddle/io/read.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace heddle::io::detail {

/// Two entries, by position in the file, that state the same element.
struct Repeat {
  std::size_t first;
  std::size_t second;
};

/// Looks for an element that a coordinate matrix states twice. With `mirrored_only`, and only for
/// symmetric kinds: once in each triangle. Cost: a sort of the entries, 16 bytes for each.
std::optional<Repeat> find_repeat(Matrix const& matrix, bool mirrored_only);

/// Why an entry cannot stand in a matrix of this symmetry (an entry on the diagonal of a
/// skew-symmetric matrix, an imaginary part on that of a Hermitian one); nullptr if it can.
char const* entry_fault(Matrix const& matrix, std::size_t entry);

/// Refuses what the options and the symmetry refuse: repeated elements, and elements stated in both
/// triangles. One triangle is the rule, the upper is as good as the lower, and a mixture is allowed
/// as long as no element is there twice: real files need all three. `line_of_entry` gives the line
/// of an entry, for the message.
void check_repeats(Matrix const& matrix, ReadOptions const& options, std::string const& name,
                   std::function<std::int64_t(std::size_t)> const& line_of_entry);

}  // namespace heddle::io::detail
