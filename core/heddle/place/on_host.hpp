// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A function as a host phase: the attribute-like way to keep sequential code on the CPU.
#pragma once

#include <heddle/base/compiled_for.hpp>
#include <heddle/base/error.hpp>
#include <heddle/place/access.hpp>
#include <heddle/place/context.hpp>
#include <heddle/place/detail/phase_call.hpp>
#include <heddle/place/host_device.hpp>
#include <heddle/place/phase.hpp>

#include <Kokkos_Core.hpp>
#include <Kokkos_Profiling_ScopedRegion.hpp>

#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace heddle::place {

/// A host phase made of a callable. Trivially copyable if the callable is.
template <class F>
class OnHost {
 public:
  /// Made by on_host.
  OnHost(Results results, std::string const& name, F f)
      : results_(results),
        name_(detail::intern(name)),
        region_(detail::intern("heddle::place::" + name)),
        f_(std::move(f)) {}

  /// Runs f(host, views...) or f(views...) on the host with one View for each access, after bulk
  /// copies of what is not valid there, and returns what it returns. Errors: those of `run`.
  template <CompiledBackend Exec, class... A>
  auto operator()(Exec const& exec, A const&... lists) const {
    static_assert((detail::is_access_list<A> && ...),
                  "heddle::place::on_host: arguments after the instance are accesses: reads(a), "
                  "updates(b), overwrites(c)");
    auto const accesses = std::tuple_cat(lists.items...);
    auto const uses = detail::uses_of(accesses);
    detail::PhaseFacts facts;
    facts.name = name_;
    facts.has_host = true;
    facts.default_policy.results = results_;
    detail::PhaseCall call(detail::user_of(exec, name_), facts, uses, {});
    HEDDLE_EXPECTS(!call.is_node(), refused_in_capture,
                   std::string(name_.text) + " returns to its caller: a Phase can be recorded");
    Kokkos::Profiling::ScopedRegion const region(region_.text);
    auto const body = [&]() -> decltype(auto) {
      return detail::call_body<Kokkos::HostSpace>(f_, detail::host_instance(exec), accesses,
                                                  detail::Side::host);
    };
    if constexpr (std::is_void_v<decltype(body())>) {
      body();
      call.succeed();
    } else {
      auto result = body();
      call.succeed();
      return result;
    }
  }

  /// In device code, without an instance: runs the callable inline if it was marked by host_device,
  /// and refuses to compile if not.
  template <class... Arguments>
  KOKKOS_FUNCTION auto operator()(Arguments const&... arguments) const {
    static_assert(is_host_device<F>,
                  "heddle::place::on_host: this phase runs on the host and cannot be called in "
                  "device code; wrap the callable by host_device(f) to run it inline there");
    return f_(arguments...);
  }

 private:
  Results results_;
  detail::Name name_, region_;
  F f_;
};

/// A host phase: `on_host(Results::eager, "color", f)(exec, reads(a), overwrites(b))`.
template <class F>
OnHost<F> on_host(Results results, std::string const& name, F f) {
  return {results, name, std::move(f)};
}

}  // namespace heddle::place
