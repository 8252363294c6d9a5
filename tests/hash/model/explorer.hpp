// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Runs the programs of a few threads through all interleavings of their accesses.
///
/// A depth-first search over states: memory, locks, the log of each thread's current operation, the
/// events so far. Equal states are entered once. A thread that waits for a lock, or reads again
/// what it just read, changes nothing and is not stepped; if no other can step either, they are
/// stuck.
///
/// Relaxed order: a load may see any value that its thread has not seen overwritten, as relaxed
/// atomics allow; locks hand on what their holders have seen; and only the operations of one thread
/// are ordered, as threads that share nothing else know no common time.
#pragma once

#include <heddle/backends/hash_format.hpp>

#include <tests/hash/model/programs.hpp>
#include <tests/hash/model/subject.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <unordered_set>
#include <vector>

namespace heddle::test::model {

/// A slot is read twice in a row when a copy was spoilt and is tried again; more often only while
/// something is waited for.
inline constexpr int max_repeats = 2;

enum class Order { sequential, relaxed };

class Explorer {
 public:
  /// `setup` runs alone first; slots of keys that `programs` do not use are constant then.
  Explorer(Subject subject, Program const& setup, std::vector<Program> programs,
           Order order = Order::sequential)
      : subject_(std::move(subject)), programs_(std::move(programs)), order_(order) {
    first_.memory = subject_.memory;
    for (auto const& operation : setup) run_alone(subject_, operation, first_);
    constant_ = subject_.constant(first_.memory, keys_of(programs_));
  }

  /// Empty if all is well, else the first violation found.
  std::string explore() {
    State first{first_, {}, {}, {}, {}};
    initial_ = subject_.contents(first.memory, violation_);
    first.threads.resize(programs_.size());
    if (order_ == Order::relaxed) {
      for (auto const word : first.memory) first.past.push_back({word});
      for (auto& thread : first.threads) thread.view.resize(first.memory.size());
    }
    for (std::size_t t = 0; t < programs_.size(); ++t) settle(first, t);
    visit(first);
    return violation_;
  }
  std::size_t states() const { return visited_.size(); }
  /// Complete schedules whose histories or contents differ.
  std::size_t outcomes() const { return outcomes_; }

 private:
  /// By place: which of its values a thread has seen, or what overwrote them.
  using View = std::vector<std::size_t>;
  static void join(View& view, View const& other) {
    for (std::size_t i = 0; i < other.size(); ++i) view[i] = std::max(view[i], other[i]);
  }

  struct Thread {
    View view;
    std::size_t operation = 0;
    std::vector<Observation> log;
    Access next;               // of the current operation
    int last_load = -1;        // the place, if the last access was a load
    int repeats = 0;           // loads of that place that saw the same once more
    std::uint32_t before = 0;  // events over when it began
    bool done = false;
  };
  struct State : Shared {
    std::vector<Thread> threads;
    std::vector<Event> events;
    std::vector<std::vector<std::uint64_t>> past;  // by place: all its values
    std::map<int, View> released;                  // by lock: what its last holder had seen
  };

  /// Runs the thread up to its next step.
  void settle(State& state, std::size_t t) {
    auto& thread = state.threads[t];
    while (!thread.done) {
      try {
        Replay const replay(thread.log);
        auto const& operation = programs_[t][thread.operation];
        auto const answer = subject_.run(operation);
        state.events.push_back(
            {operation, answer.status, answer.value, thread.before, false, static_cast<int>(t)});
        thread.log.clear();
        thread.last_load = -1;
        thread.done = ++thread.operation == programs_[t].size();
      } catch (Suspended const& at) {
        thread.next = at.access;
        bool const is_load = at.access.kind == Access::Kind::load;
        if (!is_load || constant_.count(at.access.place) == 0) return;
        begin(state, t);
        thread.log.push_back({state.memory[at.access.place], false});
        thread.last_load = -1;
      }
    }
  }
  void begin(State& state, std::size_t t) const {
    auto& thread = state.threads[t];
    if (!thread.log.empty()) return;
    thread.before = 0;
    for (std::size_t i = 0; i < state.events.size(); ++i) {
      bool const ordered = order_ == Order::sequential || state.events[i].thread == int(t);
      if (ordered) thread.before |= 1u << i;
    }
  }

  /// How many values the next access of a thread may see.
  std::size_t choices(State const& state, std::size_t t) const {
    auto const& thread = state.threads[t];
    if (thread.done) return 0;
    auto const& [kind, place, expected, desired] = thread.next;
    if (kind == Access::Kind::try_lock && (state.held >> place & 1) != 0) return 0;
    bool const relaxed = order_ == Order::relaxed && kind == Access::Kind::load;
    return relaxed ? state.past[place].size() - thread.view[place] : 1;
  }

  /// Makes the next access of a thread, which sees the last value but `age`. False if it would
  /// change nothing.
  bool step(State& state, std::size_t t, std::size_t age) {
    auto& thread = state.threads[t];
    auto const access = thread.next;
    begin(state, t);
    auto seen = state.perform(access);
    if (order_ == Order::relaxed) remember(state, thread, access, seen, age);
    if (seen.won && constant_.count(access.place) != 0 && access.kind != Access::Kind::try_lock) {
      violation_ = "a slot of another key was written";
    }
    bool const same = access.kind == Access::Kind::load && thread.last_load == access.place &&
                      thread.log.back().value == seen.value;
    thread.repeats = same ? thread.repeats + 1 : 0;
    if (thread.repeats == max_repeats) return false;
    thread.last_load = access.kind == Access::Kind::load ? access.place : -1;
    thread.log.push_back(seen);
    settle(state, t);
    return true;
  }

  static void remember(State& state, Thread& thread, Access const& access, Observation& seen,
                       std::size_t age) {
    if (access.kind == Access::Kind::try_lock) {
      join(thread.view, state.released[access.place]);
    } else if (access.kind == Access::Kind::unlock) {
      state.released[access.place] = thread.view;
    } else {
      auto& past = state.past[access.place];
      if (seen.won) past.push_back(access.desired);
      thread.view[access.place] = past.size() - 1 - age;
      if (access.kind == Access::Kind::load) seen.value = past[past.size() - 1 - age];
    }
  }

  void visit(State const& state) {
    if (!violation_.empty() || !visited_.insert(fingerprint(state)).second) return;
    auto const contents = subject_.contents(state.memory, violation_);
    bool done = true;
    bool moved = false;
    for (std::size_t t = 0; t < programs_.size() && violation_.empty(); ++t) {
      done = done && state.threads[t].done;
      for (std::size_t age = 0; age < choices(state, t); ++age) {
        State next = state;
        if (!step(next, t, age)) continue;
        moved = true;
        if (next.threads[t].log.size() > longest_log) violation_ = "an operation does not end";
        visit(next);
      }
    }
    if (!violation_.empty()) {
      // described below
    } else if (done) {
      check(state, contents);
    } else if (!moved) {
      violation_ = "no thread can go on";
    }
    if (!violation_.empty() && !described_) describe(state);
  }

  /// A complete schedule: its history, and lookups of all keys afterwards.
  void check(State const& state, Contents const& contents) {
    auto events = state.events;
    for (std::size_t i = 0; i < events.size(); ++i) {
      for (std::size_t j = 0; j < events.size(); ++j) {
        bool const apart = (events[i].before >> j & 1) != 0 || (events[j].before >> i & 1) != 0;
        if (!apart && events[j].operation.kind == Kind::erase) events[i].beside_erase = true;
      }
    }
    ++outcomes_;
    if (!is_linearizable(events, subject_.capacity, initial_, contents)) {
      violation_ = "no order of the operations explains what they returned";
    }
    for (auto const& program : programs_) {
      for (auto const& operation : program) look_up(state, contents, operation.key);
    }
  }
  void look_up(State const& state, Contents const& contents, std::uint32_t key) {
    auto const held = contents.find(key);
    Shared shared = state;
    auto const found = run_alone(subject_, {Kind::find, key}, shared);
    bool const right = held == contents.end()
                           ? found.status == hash::Status::not_found
                           : found.status == hash::Status::found && found.value == held->second;
    if (!right) violation_ = "a lookup afterwards misses a key";
  }

  void describe(State const& state) {
    described_ = true;
    std::ostringstream text;
    text << violation_ << " after: ";
    for (auto const& event : state.events) text << event;
    violation_ = text.str();
  }

  static std::uint64_t fingerprint(State const& state) {
    std::uint64_t hash = state.held;
    auto const add = [&](std::uint64_t word) {
      hash = backends::hash_format::mix(hash * 0x9E3779B97F4A7C15u + word + 1);
    };
    for (auto const word : state.memory) add(word);
    for (auto const& event : state.events) {
      add(event.operation.key * 8 + static_cast<std::uint64_t>(event.operation.kind));
      add(event.operation.value);
      add(static_cast<std::uint64_t>(event.status) << 32 | event.value);
      add(event.before);
    }
    for (auto const& thread : state.threads) {
      add(thread.operation);
      add(thread.before);
      for (auto const& seen : thread.log) add(seen.value * 2 + seen.won);
      add(thread.log.size());
    }
    if (state.past.size() > 0) add_views(state, add);
    return hash;
  }

  template <class Add>
  static void add_views(State const& state, Add const& add) {
    for (auto const& past : state.past) {
      for (auto const word : past) add(word);
      add(past.size());
    }
    for (auto const& thread : state.threads) {
      for (auto const index : thread.view) add(index);
    }
    for (auto const& [lock, view] : state.released) {
      add(static_cast<std::uint64_t>(lock));
      for (auto const index : view) add(index);
    }
  }

  Subject subject_;
  std::vector<Program> programs_;
  Order order_;
  Shared first_;
  std::set<int> constant_;
  Contents initial_;
  std::unordered_set<std::uint64_t> visited_;
  std::string violation_;
  bool described_ = false;
  std::size_t outcomes_ = 0;
};

}  // namespace heddle::test::model
