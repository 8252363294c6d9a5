// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The life of Kokkos in the command, and the backends it brings. The interface knows no Kokkos.
#pragma once

#include <heddle/cli/placement.hpp>

#include <memory>
#include <vector>

namespace heddle::cli {

/// Kokkos is initialised as long as this lives. Throws Failure (not_available) with one line where
/// a build for a device finds none; Kokkos itself would end the process.
class Runtime {
 public:
  Runtime();
  ~Runtime();
  Runtime(Runtime const&) = delete;
  Runtime& operator=(Runtime const&) = delete;

  /// The backends of this build, hosts first.
  std::vector<Backend> available_backends() const;
  /// While it lives, HEDDLE_PLACE moves nothing: for measurements of each place.
  static std::shared_ptr<void> without_rules();

 private:
  struct Guard;
  std::unique_ptr<Guard> guard_;
};

}  // namespace heddle::cli
