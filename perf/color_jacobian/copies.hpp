// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Copies between memories, as Kokkos tells tools about them.
#pragma once

#include <cstdint>

namespace heddle::perf {

struct Copies {
  std::int64_t count = 0, bytes = 0;
};

/// Counts as long as it lives; one at a time.
class CopyCounter {
 public:
  CopyCounter();
  ~CopyCounter();
  CopyCounter(CopyCounter const&) = delete;
  CopyCounter& operator=(CopyCounter const&) = delete;
  Copies copies() const;
};

}  // namespace heddle::perf
