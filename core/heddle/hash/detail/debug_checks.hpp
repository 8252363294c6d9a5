// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Whether tables watch how they are used, and what they watch on hosts: calls that come from
/// inside of their own callbacks, which would wait for locks that their thread holds.
///
/// Tables do so in sources compiled without NDEBUG, and everywhere if Heddle was built with
/// HEDDLE_ENABLE_CHECKS. Their classes lie in an inline namespace that tells which: a library
/// compiled one way and a program compiled the other way share no symbol of them.
#pragma once

#include <heddle/base/error.hpp>
#include <heddle/hash/operations.hpp>

#include <Kokkos_Core.hpp>

#if defined(HEDDLE_CHECKS) || !defined(NDEBUG)
#define HEDDLE_HASH_CHECKS 1
#define HEDDLE_HASH_ABI checked
#else
#define HEDDLE_HASH_CHECKS 0
#define HEDDLE_HASH_ABI unchecked
#endif

namespace heddle::hash::detail {

/// While it lives, this thread runs a callback of `table`.
class CallbackScope {
 public:
  explicit CallbackScope(void const* table) : table_(table), outer_(innermost()) {
    innermost() = this;
  }
  CallbackScope(CallbackScope const&) = delete;
  CallbackScope& operator=(CallbackScope const&) = delete;
  ~CallbackScope() { innermost() = outer_; }

  static bool is_inside(void const* table) {
    auto const* scope = innermost();
    while (scope != nullptr && scope->table_ != table) scope = scope->outer_;
    return scope != nullptr;
  }

 private:
  static CallbackScope const*& innermost() {
    thread_local CallbackScope const* scope = nullptr;
    return scope;
  }
  void const* table_;
  CallbackScope const* outer_;
};

/// A callback that says while it runs whose it is.
template <class F>
struct Watched {
  static constexpr bool reducible = Reducible<F>;
  F f;
  void const* table;
  template <class... Args>
  KOKKOS_FUNCTION auto operator()(Args const&... args) const {
    KOKKOS_IF_ON_HOST((CallbackScope const scope(table); return f(args...);))
    KOKKOS_IF_ON_DEVICE((return f(args...);))
  }
};

inline void expect_outside_callbacks(void const* table) {
  HEDDLE_EXPECTS(
      !CallbackScope::is_inside(table), invalid_state,
      "a callback of a hash table calls that table; inside of callbacks, and of kernels, "
      "a reference made before does that");
}

}  // namespace heddle::hash::detail
