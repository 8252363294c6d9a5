// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Scopes of a context: memory that is given back, copies that are refused.
#pragma once

#include <heddle/base/compiled_for.hpp>
#include <heddle/place/context.hpp>
#include <heddle/place/detail/core.hpp>
#include <heddle/place/detail/queues.hpp>

#include <cstdint>
#include <vector>

namespace heddle::place {

/// At its end, arrays that were used in it give back all memory but one valid copy each: the one
/// that was written last. Arrays that are open, adopted or part of a recording are left alone.
class Scope {
 public:
  /// Of arrays made under the current context.
  template <CompiledBackend Exec>
  explicit Scope(Exec const& exec) : Scope(Context::current(exec).core()) {}
  /// Gives memory back.
  ~Scope();
  Scope(Scope const&) = delete;
  Scope& operator=(Scope const&) = delete;

 private:
  explicit Scope(detail::ContextCore& core);

  std::shared_ptr<detail::Store> store_;
  std::uint64_t start_;
};

/// How many transfers a strict scope allows.
struct StrictOptions {
  std::int64_t copies = 0;
};

/// While it lives, transfers of the current context beyond those allowed throw copy_refused (array,
/// phase, cause) before they are made. Strict scopes nest; each must allow a transfer. Measurements
/// of autoplace do not count.
class Strict {
 public:
  /// In the current context.
  template <CompiledBackend Exec>
  explicit Strict(Exec const& exec, StrictOptions const& options = {})
      : Strict(Context::current(exec).core(), options) {}
  /// Allows transfers again.
  ~Strict();
  Strict(Strict const&) = delete;
  Strict& operator=(Strict const&) = delete;

 private:
  Strict(detail::ContextCore& core, StrictOptions const& options);

  detail::ContextCore& core_;
  detail::Allowance allowance_;
};

}  // namespace heddle::place
