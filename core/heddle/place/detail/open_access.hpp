// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// An access outside phases, closed by its destructor. Knows no Kokkos.
#pragma once

#include <heddle/place/detail/accesses.hpp>

#include <exception>
#include <utility>
#include <vector>

namespace heddle::place::detail {

class OpenAccess {
 public:
  OpenAccess(User user, Side place, std::vector<Use> uses)
      : uses_(std::move(uses)), accesses_(std::move(user), place, uses_) {}
  /// An exception that was not in flight at the beginning means failure.
  ~OpenAccess() {
    if (std::uncaught_exceptions() == exceptions_) accesses_.succeed(false);
  }
  OpenAccess(OpenAccess const&) = delete;
  OpenAccess& operator=(OpenAccess const&) = delete;

 private:
  int exceptions_ = std::uncaught_exceptions();
  std::vector<Use> uses_;
  Accesses accesses_;
};

}  // namespace heddle::place::detail
