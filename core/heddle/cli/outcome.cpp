// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/outcome.hpp>

#include <heddle/cli/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace heddle::cli {
namespace {

/// "3, 7, 9" or "1, 2, 3, 4, 5 and 570 more"; --json has them all.
std::string index_list(std::vector<std::int32_t> const& indices) {
  constexpr std::size_t shown = 5;
  std::string list;
  for (std::size_t i = 0; i < std::min(shown, indices.size()); ++i) {
    list += fmt::format("{}{}", i == 0 ? "" : ", ", indices[i] + 1);
  }
  if (indices.size() > shown) list += fmt::format(" and {} more", indices.size() - shown);
  return list;
}

std::string at_position(std::optional<lu::Position> const& position) {
  return position ? " at " + position_text(*position) : std::string();
}

std::string numbering(std::optional<lu::Position> const& position) {
  return position ? " (numbered from 1)" : "";
}

}  // namespace

bool usable(lu::Status status) {
  return exit_code(status) == ExitCode::success || exit_code(status) == ExitCode::reservation;
}

lu::Status combined_status(lu::FactorResult const& factor,
                           std::optional<lu::SolveResult> const& solve) {
  if (!solve || exit_code(factor.status) > exit_code(solve->status)) return factor.status;
  return solve->status;
}

std::string position_text(lu::Position const& position) {
  std::string text;
  auto const add = [&](char const* what, std::int64_t index) {
    if (index >= 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", what, index + 1);
  };
  add("row", position.row);
  add("column", position.column);
  if (position.step >= 0) {
    text += fmt::format("{}elimination step {}", text.empty() ? "" : ", ", position.step + 1);
  }
  return text;
}

std::string describe(AnalysisReport const& analysis, std::int64_t size) {
  switch (analysis.status) {
    case lu::Status::structurally_singular:
      return fmt::format(
          "structurally_singular: rank {} of {}; unmatched rows {}; unmatched columns {} "
          "(numbered from 1)",
          analysis.structural_rank, size, index_list(analysis.unmatched_rows),
          index_list(analysis.unmatched_columns));
    case lu::Status::too_large:
    case lu::Status::out_of_memory:
      return fmt::format("{}: the factors would hold {} entries in {}",
                         lu::to_string(analysis.status),
                         count_text(static_cast<double>(analysis.num_factor_entries)),
                         bytes_text(static_cast<std::int64_t>(analysis.bytes)));
    default:
      return fmt::format("{}{}{}", lu::to_string(analysis.status), at_position(analysis.first_bad),
                         numbering(analysis.first_bad));
  }
}

std::string describe(lu::FactorResult const& factor, std::optional<lu::SolveResult> const& solve) {
  auto const status = combined_status(factor, solve);
  auto const name = lu::to_string(status);
  switch (status) {
    case lu::Status::ill_conditioned:
      return fmt::format("{}: reciprocal condition {}", name,
                         error_text(factor.reciprocal_condition));
    case lu::Status::pivot_degraded:
      return fmt::format("{}: {} pivots replaced{}{}", name, factor.perturbed,
                         factor.first_bad ? ", the first" + at_position(factor.first_bad) : "",
                         numbering(factor.first_bad));
    case lu::Status::not_converged:
      return fmt::format("{}: backward error {} after {} refinements", name,
                         error_text(solve->backward_error), solve->refinements);
    default: break;
  }
  auto const& position = solve && solve->status == status ? solve->first_bad : factor.first_bad;
  return fmt::format("{}{}{}", name, at_position(position), numbering(position));
}

void warn(std::string const& line) { fmt::print(stderr, "heddle: {}\n", line); }

}  // namespace heddle::cli
