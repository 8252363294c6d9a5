// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Branches, loops, parameters and conditions of a recorder.
#pragma once

#include <heddle/graph/detail/allocations.hpp>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heddle::graph {
template <class Exec>
class Recorder;
}

namespace heddle::graph::detail {

template <class Exec>
class RecorderBase : public RecorderMemory<Exec> {
  friend struct RecorderAccess;

 protected:
  using Nodes_ = RecorderMemory<Exec>;
  using Nodes_::Nodes_;
  using typename RecorderCore<Exec>::Branch;
  using typename RecorderCore<Exec>::Native;
  using typename RecorderCore<Exec>::Nodes;
  using Inside = std::function<void(Recorder<Exec>&)>;

  template <class T>
  Param<T> add_param(Name const& name, T const& initial) {
    static_assert(std::is_trivially_copyable_v<T>, "heddle::graph: a parameter is copied as bytes");
    static_assert(alignof(T) <= Slots<Exec>::alignment, "heddle::graph: over-aligned parameter");
    this->require_usable();
    auto& graph = this->state();
    HEDDLE_EXPECTS(!name.text().empty(), invalid_argument,
                   this->session_->text("a parameter without a name"));
    HEDDLE_EXPECTS(std::count(graph.parameters.begin(), graph.parameters.end(), name.text()) == 0,
                   invalid_argument,
                   this->session_->text("there is a parameter '" + name.text() + "' already"));
    auto const slot = graph.slots->template slot<T>(name, initial);
    graph.parameters.push_back(name.text());
    return {graph.id, slot, graph.slots->template address<T>(slot)};
  }

  Condition add_condition(Name const& name, unsigned initial) {
    this->require_usable();
    auto& graph = this->state();
    for (auto const& other : graph.conditions) {
      HEDDLE_EXPECTS(other.name.text() != name.text(), invalid_argument,
                     this->session_->text("there is a condition '" + name.text() + "' already"));
    }
    ConditionRecord record{name, -1, 0, initial, -1};
    unsigned* value = nullptr;
    std::uint64_t* handle = nullptr;
    // A name that no parameter can have: parameters are named by users.
    Name const of_slot("\n" + name.text());
    if constexpr (Native::available) {
      if (this->is_native()) {
        this->require(graph.native->make_condition(initial, record.native), name);
        record.slot = graph.slots->template slot<std::uint64_t>(of_slot, record.native);
        handle = graph.slots->template address<std::uint64_t>(record.slot);
      }
    }
    if (!handle) {
      record.slot = graph.slots->template slot<unsigned>(of_slot, initial);
      value = graph.slots->template address<unsigned>(record.slot);
    }
    graph.conditions.push_back(record);
    return {graph.id, static_cast<std::int32_t>(graph.conditions.size() - 1), value, handle};
  }

  Handle add_while(Name const& name, Condition const& condition, Inside const& inside) {
    int const body = new_body();
    using New = WhileStep<Exec>;
    return add_conditional(NodeKind::while_true, name, condition,
                           std::make_unique<New>(condition.index(), body), {body}, {inside});
  }

  Handle add_choice(NodeKind kind, Name const& name, Condition const& condition,
                    std::vector<Inside> const& inside) {
    std::vector<int> bodies;
    for (std::size_t i = 0; i < inside.size(); ++i) bodies.push_back(new_body());
    using New = ChooseStep<Exec>;
    return add_conditional(
        kind, name, condition,
        std::make_unique<New>(condition.index(), kind == NodeKind::switch_on, bodies), bodies,
        inside);
  }

  /// All begin before any is joined: a branch must not follow the one before it.
  void add_fork(Name const& name, std::vector<Inside> const& branches) {
    std::deque<Recorder<Exec>> opened;
    for (std::size_t i = 0; i < branches.size(); ++i) {
      Name const part(name.text() + " " + std::to_string(i), name.file(), name.line());
      opened.push_back(Recorder<Exec>(open(part)));
    }
    for (std::size_t i = 0; i < branches.size(); ++i) branches[i](opened[i]);
    std::vector<int> joined;
    bool has_nodes = false;
    for (auto& branch : opened) {
      finish_branch(branch);
      if (!branch.has_nodes_) continue;
      has_nodes = true;
      joined.insert(joined.end(), branch.tail_.begin(), branch.tail_.end());
    }
    if (has_nodes) follow(std::move(joined));
  }

  /// A branch that follows what this one recorded.
  RecorderBase open(Name const& name) {
    this->require_usable();
    HEDDLE_EXPECTS(!name.text().empty(), invalid_argument,
                   this->session_->text("a branch without a name"));
    Branch* branch = nullptr;
    if constexpr (Native::available) {
      if (this->branch_) this->require(this->state().native->fork(*this->branch_, branch), name);
    }
    RecorderBase made(this->session_, this->body_, branch);
    made.tail_ = this->tail_;
    made.name_ = name.text();
    this->session_->open_branches.push_back(name.text());
    return made;
  }

  void close(RecorderBase& branch) {
    this->require_usable();
    HEDDLE_EXPECTS(!branch.joined_ && branch.session_ == this->session_ &&
                       branch.body_ == this->body_ && !branch.name_.empty(),
                   invalid_argument,
                   this->session_->text("what is joined is no open branch of this body"));
    finish_branch(branch);
    if (!branch.has_nodes_) return;
    auto joined = this->tail_;
    joined.insert(joined.end(), branch.tail_.begin(), branch.tail_.end());
    follow(std::move(joined));
  }

 private:
  void follow(std::vector<int> nodes) {
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    this->tail_ = std::move(nodes);
    this->has_nodes_ = true;
  }

  void finish_branch(RecorderBase& branch) {
    if constexpr (Native::available) {
      if (this->branch_) {
        this->require(
            this->state().native->join(*this->branch_, *branch.branch_, branch.has_nodes_),
            Name(branch.name_));
      }
    }
    branch.joined_ = true;
    auto& open = this->session_->open_branches;
    open.erase(std::find(open.begin(), open.end(), branch.name_));
  }

  int new_body() {
    this->require_usable();
    this->state().bodies.emplace_back();
    return static_cast<int>(this->state().bodies.size() - 1);
  }

  ConditionRecord& use(Name const& name, Condition const& condition) {
    auto& graph = this->state();
    HEDDLE_EXPECTS(
        condition.graph() == graph.id && condition.index() >= 0 &&
            static_cast<std::size_t>(condition.index()) < graph.conditions.size(),
        foreign_node,
        this->session_->text("the condition of '" + name.text() + "' is of another recording"));
    auto& record = graph.conditions[static_cast<std::size_t>(condition.index())];
    HEDDLE_EXPECTS(record.node < 0, invalid_argument,
                   this->session_->text("condition '" + record.name.text() +
                                        "' belongs to another loop or branch already"));
    return record;
  }

  template <class New>
  Handle add_conditional(NodeKind kind, Name const& name, Condition const& condition,
                         std::unique_ptr<New> step, std::vector<int> const& bodies,
                         std::vector<Inside> const& inside) {
    auto& record = use(name, condition);
    std::vector<Branch*> branches(bodies.size(), nullptr);
    auto const type = kind == NodeKind::while_true ? backends::Conditional::loop
                      : kind == NodeKind::if_true  ? backends::Conditional::branch
                                                   : backends::Conditional::choice;
    auto const handle =
        this->add(kind, name, typeid(New), std::move(step), [&](auto& branch, auto&, auto& nodes) {
          return branch.begin_bodies(type, record.native, branches, nodes);
        });
    record.node = handle.index;
    this->state().nodes[static_cast<std::size_t>(handle.index)].bodies = bodies;
    for (std::size_t i = 0; i < bodies.size(); ++i)
      record_body(name, bodies[i], branches[i], inside[i]);
    return handle;
  }

  void record_body(Name const& name, int body, Branch* branch, Inside const& inside) {
    std::size_t const open = this->session_->open_branches.size();
    Recorder<Exec> recorder(RecorderBase(this->session_, body, branch));
    if constexpr (Native::available) {
      if (branch) this->require(this->state().native->enter(*branch), name);
    }
    inside(recorder);
    auto const& left = this->session_->open_branches;
    HEDDLE_EXPECTS(left.size() <= open, unjoined_branch,
                   this->session_->text("branch '" + left.back() + "' was left open in '" +
                                        name.text() + "'"));
    if constexpr (Native::available) {
      if (branch) this->require(this->state().native->leave(*branch), name);
    }
  }
};

}  // namespace heddle::graph::detail
