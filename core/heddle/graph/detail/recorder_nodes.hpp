// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The nodes of a recorder: launches, memory, host functions, other people's work.
#pragma once

#include <heddle/graph/detail/recorder_core.hpp>
#include <heddle/graph/param.hpp>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace heddle::graph::detail {

template <class Exec>
class RecorderNodes : public RecorderCore<Exec> {
 protected:
  using Core = RecorderCore<Exec>;
  using Core::Core;
  using typename Core::Branch;
  using typename Core::Native;
  using typename Core::Nodes;

  template <class Kernel, class Body>
  Handle add_kernel(Name const& name, Body const& body, std::type_identity<Kernel>) {
    using Shape = decltype(body.shape);
    using New = KernelStep<Exec, Kernel, Shape>;
    this->require_shape(name, body.shape);
    return this->add(
        NodeKind::kernel, name, typeid(Kernel), std::make_unique<New>(name.text(), body),
        [&](auto& branch, auto& step, auto& nodes) {
          return branch.add_kernel(step.body, nodes, this->state().options.early_kernels);
        });
  }

  template <auto kernel, class... Given>
  Handle add_native_kernel(Name const& name, backends::LaunchConfig const& config,
                           Given const&... given) {
    static_assert(Native::available,
                  "heddle::graph: launch_native needs a backend with kernels of its own");
    using New = NativeStep<Exec, kernel>;
    HEDDLE_EXPECTS(is_launchable(config), invalid_argument,
                   this->session_->text("'" + name.text() + "' has " + config_text(config)));
    auto step =
        std::make_unique<New>(config, checked_arguments<typename New::Parameters>(given...));
    return this->add(NodeKind::native_kernel, name, typeid(New), std::move(step),
                     [](auto& branch, auto& made, auto& nodes) {
                       std::vector<void*> addresses;
                       made.values.addresses(addresses);
                       return branch.add_function(reinterpret_cast<void const*>(kernel),
                                                  made.config, addresses.data(), nodes);
                     });
  }

  /// A launch by Kokkos. Natively it is made once, in the capture of this branch.
  template <class New, class Shape, class Functor, class... Result>
  Handle add_launch(NodeKind kind, Name const& name, Shape const& shape, Functor const& functor,
                    Result const&... result) {
    require_small<Functor>();
    this->require_shape(name, shape);
    this->require_usable();
    require_team_scratch(name, team_scratch_bytes(this->session_->exec, shape));
    return this->add(kind, name, typeid(Functor),
                     std::make_unique<New>(name.text(), shape, functor, result...),
                     [&](auto& branch, auto& step, auto& nodes) {
                       step.run(branch.instance(), this->state());
                       bool const one = kind == NodeKind::parallel_for;
                       return branch.take(nodes, one ? 1 : 3);
                     });
  }

  void require_reserved(Name const& name, std::size_t bytes) const {
    std::size_t const most = this->state().options.max_reduction_bytes;
    HEDDLE_EXPECTS(bytes <= most, invalid_argument,
                   this->session_->text("'" + name.text() + "' reduces " + std::to_string(bytes) +
                                        " bytes, more than the reserve of " + std::to_string(most) +
                                        " (RecordOptions::max_reduction_bytes)"));
  }
  void require_team_scratch(Name const& name, std::size_t bytes) const {
    std::size_t const most = this->state().options.team_scratch_bytes;
    HEDDLE_EXPECTS(
        bytes <= most, invalid_argument,
        this->session_->text("'" + name.text() + "' takes " + std::to_string(bytes) +
                             " bytes of level-1 scratch, more than the reserve of " +
                             std::to_string(most) + " (RecordOptions::team_scratch_bytes)"));
  }
  template <class Result>
  void require_no_host_scalar(Name const& name, Result const& result) const {
    if constexpr (Kokkos::is_reducer<Result>::value) {
      HEDDLE_EXPECTS(!result.references_scalar(), invalid_argument,
                     this->session_->text("'" + name.text() +
                                          "' reduces into a value of the host; give a View"));
    }
  }

  Handle add_copy(Name const& name, CopyRange<Exec> range) {
    using New = CopyStep<Exec>;
    return this->add(NodeKind::copy, name, typeid(New), std::make_unique<New>(std::move(range)),
                     [](auto& branch, auto& step, auto& nodes) {
                       return branch.add_copy(step.range.to, step.range.from, step.range.bytes,
                                              nodes);
                     });
  }

  template <class View, class T>
  Handle add_fill(NodeKind kind, Name const& name, View const& to, T const& value) {
    require_reachable<Exec, View>();
    using New = FillStep<Exec, T>;
    auto const body = fill_body(to, value);
    HEDDLE_EXPECTS(kind == NodeKind::fill || body.count == 1, invalid_argument,
                   this->session_->text("'" + name.text() + "' copies one value, not " +
                                        std::to_string(body.count)));
    return this->add(
        kind, name, typeid(T),
        std::make_unique<New>(name.text(), body, std::make_shared<View const>(to)),
        [](auto& branch, auto& step, auto& nodes) { return branch.add_fill(step.body, nodes); });
  }

  template <class Function>
  Handle add_host(Name const& name, Function function) {
    HEDDLE_EXPECTS(
        this->body_ == 0, unsupported,
        this->session_->text("'" + name.text() + "': loops and branches hold no host functions"));
    using New = HostStep<Exec>;
    auto closure =
        std::make_unique<HostClosure<Function>>(std::move(function), this->state().failure);
    return this->add(NodeKind::host, name, typeid(Function),
                     std::make_unique<New>(std::move(closure)),
                     [](auto& branch, auto& step, auto& nodes) {
                       return branch.add_host(&HostCall::invoke, step.closure.get(), nodes);
                     });
  }

  template <class Body>
  Handle add_capture(Name const& name, Body body) {
    using New = CaptureStep<Exec, Body>;
    this->require_usable();
    if (!this->is_native()) this->state().runs_user_bodies = true;
    return this->add(NodeKind::opaque_group, name, typeid(Body),
                     std::make_unique<New>(std::move(body)),
                     [&](auto& branch, auto& step, auto& nodes) {
                       step.run(branch.instance(), this->state());
                       return branch.take(nodes, branch.any_number);
                     });
  }

  Handle add_mark(Name const& name) {
    HEDDLE_EXPECTS(this->is_native(), unsupported,
                   this->session_->text("'" + name.text() +
                                        "': replay cannot see launches; give them to `capture`"));
    auto nothing = [](Exec const&) {};
    using New = CaptureStep<Exec, decltype(nothing)>;
    return this->add(NodeKind::opaque, name, typeid(New), std::make_unique<New>(nothing),
                     [](auto& branch, auto&, auto& nodes) { return branch.take(nodes, 1); });
  }

  Handle add_child(Name const& name, std::shared_ptr<GraphState<Exec>> const& child) {
    HEDDLE_EXPECTS(child && !child->instantiated, unsupported,
                   this->session_->text("'" + name.text() + "' has an executable of its own"));
    HEDDLE_EXPECTS(
        !child->has_conditions() && child->parameters.empty() && child->allocations.empty(),
        unsupported,
        this->session_->text("'" + name.text() +
                             "' has conditions, parameters or memory: it cannot be a child"));
    HEDDLE_EXPECTS((child->native != nullptr) == this->is_native(), unsupported,
                   this->session_->text("'" + name.text() + "' was recorded in another mode"));
    using New = ChildStep<Exec>;
    auto const handle = this->add(
        NodeKind::child, name, typeid(New), std::make_unique<New>(child),
        [&](auto& branch, auto&, auto& nodes) { return branch.add_child(*child->native, nodes); });
    child->embedded = true;
    this->state().runs_user_bodies |= child->runs_user_bodies;
    return handle;
  }

  template <class KokkosGraph>
  Handle add_kokkos_child(Name const& name, KokkosGraph const& graph) {
    using New = KokkosChildStep<Exec, KokkosGraph>;
    return this->add(NodeKind::child, name, typeid(New), std::make_unique<New>(graph),
                     [](auto& branch, auto& step, auto& nodes) {
                       return branch.add_graph(step.child.native_graph(), nodes);
                     });
  }

  template <class View>
  void keep_view(View const& view) {
    this->state().kept.push_back(
        {view.label(), view.data(), [view] { return static_cast<int>(view.use_count()); }});
  }
};

}  // namespace heddle::graph::detail
