// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a user asked of `heddle jacobian`. Knows no Kokkos.
#pragma once

#include <heddle/coloring/options.hpp>

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace heddle::cli {

struct JacobianArguments {
  enum class Problem { brusselator, rosenbrock, powerflow };
  /// As jacobian::Direction, whose header knows Kokkos.
  enum class Direction { automatic, columns, rows, bidirectional, dense };

  Problem problem = Problem::brusselator;
  int side = 64;          ///< brusselator
  int variables = 1000;   ///< rosenbrock
  std::string case_file;  ///< powerflow
  bool flat = false;      ///< powerflow
  Direction direction = Direction::automatic;
  coloring::Order order = coloring::Order::automatic;
  coloring::Place place = coloring::Place::host;
  int lanes = 0;
  bool bounded_memory = false;
  std::optional<std::string> reference;
  std::optional<std::string> backend;
  int runs = 5;
  bool json = false;
};

std::string to_string(JacobianArguments::Problem problem);

/// Adds the sub-commands below `app`, which is that of `heddle jacobian`; the parsed ones end in
/// `arguments`, which must outlive the parse.
void add_jacobian(CLI::App& app, JacobianArguments& arguments);

}  // namespace heddle::cli
