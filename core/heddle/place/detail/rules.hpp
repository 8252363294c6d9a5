// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Rules about phases in text: `pattern=host|device|auto[:eager|:lazy]`, separated by commas. Knows
/// no Kokkos.
#pragma once

#include <heddle/place/policy.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace heddle::place::detail {

struct Rule {
  std::string pattern;  ///< a name, or its beginning and a star
  Policy policy;
  bool matched = false;

  bool is_exact() const { return !pattern.ends_with('*'); }
  bool matches(std::string_view name) const;
};

/// Throws bad_option with the position in the text, counted from 1.
std::vector<Rule> parse_rules(std::string_view text);

/// Throws bad_option unless the pattern is a name, perhaps with one star at its end.
void check_pattern(std::string_view pattern, std::size_t position);

}  // namespace heddle::place::detail
