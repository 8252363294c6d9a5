// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a user asked of `heddle color`. Knows no Kokkos.
#pragma once

#include <heddle/coloring/options.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace heddle::cli {

struct ColorArguments {
  std::string matrix;
  std::vector<coloring::Kind> kinds;  ///< empty: all that the pattern and the options allow
  std::vector<coloring::Order> orders{coloring::Order::automatic};
  std::vector<coloring::Method> methods{coloring::Method::greedy};
  std::vector<coloring::Place> places{coloring::Place::host};
  std::optional<std::string> backend;
  int runs = 1;
  bool drop_zeros = false;
  bool symmetrize = false;
  bool balance = false;
  std::uint64_t seed = 0;
  std::int64_t exact_nodes = 1'000'000;
  std::optional<std::string> svg;
  bool json = false;
};

/// Adds the options to `app`, which is that of `heddle color`; the parsed ones end in
/// `arguments`, which must outlive the parse.
void add_color(CLI::App& app, ColorArguments& arguments);

}  // namespace heddle::cli
