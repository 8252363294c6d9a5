// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What a Phase holds, without the types of its bodies.
#pragma once

#include <heddle/place/access.hpp>
#include <heddle/place/detail/phase_call.hpp>

#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle::place::detail {

struct PhaseState {
  PhaseFacts facts;
  std::string region;     ///< for tools
  std::vector<Use> uses;  ///< merged
  std::function<void(HostExec const&)> on_host;
  std::function<void(void const* exec)> on_device;
  char const* device_backend = "";  ///< that the device's body is for
  bool has_alternative = false;     ///< the bodies give different valid answers
};

/// Bodies as the constructor of Phase gets them.
/// @{
template <class F>
struct HostBody {
  F f;
};
template <class Exec, class F>
struct DeviceBody {
  F f;
};
template <class Body>
struct Alternative {
  Body body;
};
/// @}

/// The accesses among the arguments of a Phase, as one tuple.
template <class T>
auto accesses_among(T const& argument) {
  if constexpr (is_access_list<T>) {
    return argument.items;
  } else {
    return std::tuple();
  }
}

template <class F, class Accesses>
void add_body(PhaseState& state, HostBody<F> const& body, Accesses const& accesses) {
  HEDDLE_EXPECTS(!state.on_host, invalid_argument,
                 std::string(state.facts.name.text) + ": two bodies for the host");
  state.facts.has_host = true;
  state.on_host = [f = body.f, accesses](HostExec const& host) {
    call_body<Kokkos::HostSpace>(f, host, accesses, Side::host);
  };
}

template <class Exec, class F, class Accesses>
void add_body(PhaseState& state, DeviceBody<Exec, F> const& body, Accesses const& accesses) {
  HEDDLE_EXPECTS(!state.on_device, invalid_argument,
                 std::string(state.facts.name.text) + ": two bodies for the device");
  state.facts.has_device = true;
  state.device_backend = backends::traits<Exec>::name;
  state.on_device = [f = body.f, accesses](void const* exec) {
    call_body<typename Exec::memory_space>(f, *static_cast<Exec const*>(exec), accesses,
                                           Side::device);
  };
}

template <class Body, class Accesses>
void add_body(PhaseState& state, Alternative<Body> const& alternative, Accesses const& accesses) {
  state.has_alternative = true;
  add_body(state, alternative.body, accesses);
}

template <class... A, class Accesses>
void add_body(PhaseState&, AccessList<A...> const&, Accesses const&) {}

template <class Accesses>
void add_body(PhaseState& state, Policy const& policy, Accesses const&) {
  state.facts.default_policy = policy;
}

}  // namespace heddle::place::detail
