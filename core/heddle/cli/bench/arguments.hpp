// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a user asked of `heddle bench`. Knows no Kokkos.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace heddle::cli {

struct BenchArguments {
  std::vector<std::string> matrices;
  std::vector<std::string> tables;  ///< "hash", "lu", "graph", "color"; empty: all
  bool quick = false;
  std::optional<std::string> svg;  ///< a folder
  bool json = false;

  bool wants(std::string const& table) const;
};

/// Adds the options to `app`, which is that of `heddle bench`; the parsed ones end in `arguments`,
/// which must outlive the parse.
void add_bench(CLI::App& app, BenchArguments& arguments);

}  // namespace heddle::cli
