// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a user asked of `heddle graph`. Knows no Kokkos.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace heddle::cli {

struct GraphArguments {
  std::vector<int> nodes = {8, 32, 128, 512};
  int steps = 50;  ///< of each measurement; medians are told
  int runs = 5;
  std::optional<std::string> backend;
  std::optional<std::string> chart;  ///< an SVG file
  bool json = false;
};

/// Adds the options to `app`, which is that of `heddle graph`; the parsed ones end in `arguments`,
/// which must outlive the parse.
void add_graph(CLI::App& app, GraphArguments& arguments);

}  // namespace heddle::cli
