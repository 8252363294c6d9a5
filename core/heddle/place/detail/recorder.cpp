// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/detail/recorder.hpp>

#include <heddle/base/error.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace heddle::place::detail {

std::size_t Recorder::index_of(Record const& record) const {
  auto const known = std::find_if(uses.begin(), uses.end(), [&](Use const& prepared) {
    return prepared.record.get() == &record;
  });
  return static_cast<std::size_t>(known - uses.begin());
}

bool Recorder::knows(Name phase) const {
  return std::find(phases.begin(), phases.end(), phase) != phases.end();
}

void Recorder::check(Name phase, std::span<Use const> wanted) const {
  std::string const name = phase.text;
  HEDDLE_EXPECTS(knows(phase), refused_in_capture,
                 name + " is not among the phases of this recording");
  for (auto const& use : wanted) {
    auto const known = index_of(*use.record);
    bool const fits =
        known < uses.size() && (use.mode == Mode::reads || uses[known].mode != Mode::reads);
    HEDDLE_EXPECTS(fits, refused_in_capture,
                   name + ": " + use.record->label + " was not prepared for this recording");
  }
}

void Recorder::check_node(Name phase, std::span<Use const> wanted) const {
  std::string const name = phase.text;
  HEDDLE_EXPECTS(takes_nodes, refused_in_capture,
                 name + ": a host phase becomes part of a graph with HostPhases::node only");
  check(phase, wanted);
  for (auto const& use : wanted) {
    HEDDLE_EXPECTS(for_nodes[index_of(*use.record)], refused_in_capture,
                   name + ": " + use.record->label +
                       " has no pinned memory on the host (HostMemory::pinned), which the copies "
                       "of a graph need");
  }
}

void Recorder::add_node(User const& user, std::span<Use const> wanted,
                        std::function<void()> body) const {
  auto& memory = user.core.memory();
  if (memory.is_shared()) return body();  // nothing is captured there
  auto const each = [&](bool to_host) {
    for (auto const& use : wanted) {
      auto& record = *use.record;
      bool const crosses = to_host ? use.mode != Mode::overwrites : use.mode != Mode::reads;
      if (!crosses || record.is_shared() || record.bytes() == 0) continue;
      void* const host = record.at(Side::host).block.data;
      void* const device = record.at(Side::device).block.data;
      if (to_host) {
        memory.to_host(*user.queue, host, device, record.bytes(), true);
      } else {
        memory.to_device(*user.queue, device, host, record.bytes(), true);
      }
    }
  };
  each(true);
  memory.call_on_host(*user.queue, &HostNodes::call, nodes->add(std::move(body)));
  each(false);
}

}  // namespace heddle::place::detail
