// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/base/error.hpp>
#include <heddle/jacobian/detail/trace_errors.hpp>

#include <string>
#include <vector>

namespace heddle::jacobian::detail {
namespace {

constexpr std::size_t named_inputs = 4;

std::string names_of(IndexSet const& inputs) {
  std::vector<std::int32_t> indices;
  inputs.append_to(indices);
  if (indices.empty()) return "a value that varies in steps";
  std::string names = "a value of";
  for (std::size_t i = 0; i < indices.size() && i < named_inputs; ++i) {
    names += (i == 0 ? " x[" : ", x[") + std::to_string(indices[i]) + "]";
  }
  return indices.size() > named_inputs ? names + ", ..." : names;
}

}  // namespace

void throw_traced_branch(char const* name, IndexSet const& inputs) {
  throw error(ErrorCode::traced_branch,
              "the function branches on " + names_of(inputs) + " (operator " + name +
                  "): use heddle::jacobian::select(condition, a, b), or trace locally at a point",
              __FILE__, __LINE__);
}

void throw_outside(std::int64_t const row, std::int64_t const column, std::int64_t const n) {
  throw error(ErrorCode::invalid_argument,
              "row " + std::to_string(row) + " of the function reads x[" + std::to_string(column) +
                  "], but x has " + std::to_string(n) + " entries",
              __FILE__, __LINE__);
}

}  // namespace heddle::jacobian::detail
