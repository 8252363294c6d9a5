// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Memory of a graph. A graph of the backend's own takes and gives it back at each launch; on
/// replay the recording takes it and the graph owns it, so that addresses are constant there, too.
#pragma once

#include <heddle/base/detail/out_of_memory.hpp>
#include <heddle/base/error.hpp>
#include <heddle/graph/detail/recorder_nodes.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heddle::graph::detail {

template <class Exec>
struct AllocationStep final : Step<Exec> {
  using Memory = Kokkos::View<std::byte*, typename Exec::memory_space>;
  Memory memory;  // none if the backend's graph has it
  std::size_t bytes;
  explicit AllocationStep(std::size_t size) : bytes(size) {}
  void run(Exec const&, GraphState<Exec>&) override {}
  void describe(std::vector<std::string>& texts) const override {
    texts.push_back(std::to_string(bytes) + " bytes");
  }
};
template <class Exec>
struct FreeStep final : Step<Exec> {
  void run(Exec const&, GraphState<Exec>&) override {}
};

template <class Exec>
class RecorderMemory : public RecorderNodes<Exec> {
 protected:
  using RecorderNodes<Exec>::RecorderNodes;
  using typename RecorderCore<Exec>::Native;
  using typename RecorderCore<Exec>::Nodes;

  AllocNode add_allocation(Name const& name, std::size_t bytes) {
    using New = AllocationStep<Exec>;
    this->require_usable();
    HEDDLE_EXPECTS(
        this->body_ == 0, unsupported,
        this->session_->text("'" + name.text() + "': loops and branches hold no memory"));
    HEDDLE_EXPECTS(bytes > 0, invalid_argument,
                   this->session_->text("'" + name.text() + "' allocates nothing"));
    auto step = std::make_unique<New>(bytes);
    if (!this->is_native()) step->memory = taken(name, bytes);
    void* memory = step->memory.data();
    auto const handle = this->add(NodeKind::allocation, name, typeid(New), std::move(step),
                                  [&](auto& branch, auto&, auto& nodes) {
                                    return branch.add_allocation(bytes, memory, nodes);
                                  });
    this->state().allocations.push_back({handle.index, memory, bytes, false});
    return {handle, memory, bytes};
  }

  Handle add_free(Name const& name, AllocNode const& allocation) {
    using New = FreeStep<Exec>;
    this->require_usable();
    HEDDLE_EXPECTS(this->body_ == 0, unsupported,
                   this->session_->text("'" + name.text() + "': loops and branches free nothing"));
    auto& record = record_of(name, allocation);
    HEDDLE_EXPECTS(!record.freed, invalid_argument,
                   this->session_->text("'" + name.text() + "' frees what was freed already"));
    auto const handle = this->add(
        NodeKind::free, name, typeid(New), std::make_unique<New>(),
        [&](auto& branch, auto&, auto& nodes) { return branch.add_release(record.memory, nodes); });
    record.freed = true;
    return handle;
  }

  /// What no node frees ends with the launch. Nothing may be left that is no node's.
  void finish_recording() {
    if constexpr (Native::available) {
      if (!this->is_native()) return;
      Name const end("the end");
      this->require(this->branch_->require_no_strays(), end);
      for (auto const& allocation : this->state().allocations) {
        if (allocation.freed) continue;
        Nodes nodes;
        this->require(this->branch_->add_release(allocation.memory, nodes), end);
      }
    }
  }

 private:
  /// The one allocation that a recording may make.
  auto taken(Name const& name, std::size_t bytes) {
    using Memory = typename AllocationStep<Exec>::Memory;
    RelaxedScope<Exec> const relaxed(*this->session_);
    Memory memory = heddle::detail::unless_out_of_memory(
        [&] {
          return Memory(Kokkos::view_alloc(this->session_->exec, Kokkos::WithoutInitializing,
                                           "heddle::graph::memory"),
                        bytes);
        },
        [] { return Memory(); });
    HEDDLE_EXPECTS(memory.data() != nullptr, out_of_memory,
                   this->session_->text("'" + name.text() + "' finds no memory of " +
                                        std::to_string(bytes) + " bytes"));
    return memory;
  }

  AllocationRecord& record_of(Name const& name, AllocNode const& allocation) {
    auto& graph = this->state();
    for (auto& record : graph.allocations) {
      bool const ours = allocation.graph == graph.id && allocation.generation == graph.generation;
      if (ours && record.node == allocation.index) return record;
    }
    throw error(ErrorCode::foreign_node,
                this->session_->text("what '" + name.text() + "' frees is of another recording"),
                __FILE__, __LINE__);
  }
};

}  // namespace heddle::graph::detail
