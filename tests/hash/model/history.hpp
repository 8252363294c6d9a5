// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Operations on a map, what they returned, and whether some order of them explains it.
#pragma once

#include <heddle/hash/options.hpp>

#include <cstdint>
#include <map>
#include <ostream>
#include <vector>

namespace heddle::test::model {

enum class Kind { insert, assign, add, erase, find };

struct Operation {
  Kind kind;
  std::uint32_t key;
  std::uint32_t value = 0;
};

/// A program: what one thread does, one after the other.
using Program = std::vector<Operation>;
using Contents = std::map<std::uint32_t, std::uint32_t>;

/// An operation that is over. `before`: the operations (as bits) that were over when it began.
struct Event {
  Operation operation;
  hash::Status status;
  std::uint32_t value;  ///< found or held
  std::uint32_t before = 0;
  bool beside_erase = false;  ///< an erase overlaps it
  int thread = 0;
};

/// What a map that does one thing at a time would do. False if `event` cannot happen now.
inline bool apply(Event const& event, std::size_t capacity, Contents& map) {
  using hash::Status;
  auto const& [kind, key, value] = event.operation;
  auto const held = map.find(key);
  bool const present = held != map.end();
  switch (event.status) {
    case Status::full:
      // Slots are looked at one by one: while others are erased and filled, each may be seen full.
      return !present && (map.size() == capacity || event.beside_erase);
    case Status::not_found: return !present && (kind == Kind::find || kind == Kind::erase);
    case Status::inserted:
      if (present || kind == Kind::find || kind == Kind::erase || map.size() == capacity)
        return false;
      map[key] = value;
      return event.value == value;
    case Status::exists: return kind == Kind::insert && present && event.value == held->second;
    case Status::updated:
      if (!present || (kind != Kind::assign && kind != Kind::add)) return false;
      held->second = kind == Kind::add ? held->second + value : value;
      return event.value == held->second;
    case Status::found: return kind == Kind::find && present && event.value == held->second;
    case Status::erased:
      if (kind != Kind::erase || !present) return false;
      map.erase(held);
      return true;
    default: return false;
  }
}

/// Whether some order of the events that keeps `before` leads from `map` to `last`.
inline bool is_linearizable(std::vector<Event> const& events, std::size_t capacity,
                            Contents const& map, Contents const& last, std::uint32_t done = 0) {
  if (done == (1u << events.size()) - 1) return map == last;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if ((done >> i & 1) != 0 || (events[i].before & ~done) != 0) continue;
    Contents next = map;
    if (apply(events[i], capacity, next) &&
        is_linearizable(events, capacity, next, last, done | 1u << i))
      return true;
  }
  return false;
}

inline std::ostream& operator<<(std::ostream& out, Event const& event) {
  constexpr char const* kinds[] = {"insert", "assign", "add", "erase", "find"};
  return out << kinds[static_cast<int>(event.operation.kind)] << "(" << event.operation.key << ", "
             << event.operation.value << ") -> status " << static_cast<int>(event.status)
             << ", value " << event.value << ", after " << event.before << "; ";
}

}  // namespace heddle::test::model
