// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The surroundings of phases on one thread: memory and its budget, decisions, the log of
/// transfers.
///
/// A context is current for the thread that made it, from its construction to its destruction;
/// contexts nest. A thread that makes none has a default one, with ContextOptions(). Arrays may be
/// used under another context than the one they were made in, if both have the same backend; they
/// count for the budget of the context that was current when they were made.
#pragma once

#include <heddle/backends/place_memory.hpp>
#include <heddle/backends/traits.hpp>
#include <heddle/base/compiled_for.hpp>
#include <heddle/base/observer.hpp>
#include <heddle/place/detail/backend.hpp>
#include <heddle/place/policy.hpp>
#include <heddle/place/report.hpp>
#include <heddle/place/transfer_log.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace heddle::place {

namespace detail {
struct ContextCore;
}

/// What can be chosen about a context.
struct ContextOptions {
  std::int64_t device_bytes = unlimited;  ///< of arrays on the device, kept blocks among them
  std::int64_t host_bytes = unlimited;    ///< of arrays on the host
  std::int64_t pinned_bytes = 16 << 20;   ///< of memory through which copies go
  bool environment = true;                ///< read HEDDLE_PLACE
  bool checked = false;  ///< fill what is overwritten with 0xff first; refuse kept Views of copies
                         ///< that a write elsewhere makes stale. Slower
  bool reports = false;  ///< keep a PhaseReport of each run
  Observer observer = {};  ///< hears of long work: "heddle::place::autoplace" by steps measured
  /// How places exchange data; empty: as the backend does. Tests bring a second memory here.
  std::shared_ptr<backends::PlaceMemory> memory = {};
};

/// A context. Not copied; used by its own thread alone.
class Context {
 public:
  /// Makes it current. Throws bad_option (HEDDLE_PLACE, with the position), file_not_found and
  /// bad_format (a file that HEDDLE_PLACE names), not_initialized.
  template <CompiledBackend Exec>
  explicit Context(Exec const& exec, ContextOptions const& options = {})
      : Context(
            backends::traits<Exec>::name,
            options.memory ? options.memory : detail::backend_memory(exec, pinned_bytes(options)),
            options) {}
  /// The context before becomes current again. Arrays may live on.
  ~Context();
  Context(Context const&) = delete;
  Context& operator=(Context const&) = delete;

  /// The current context of this thread; without one, the default for the default execution space.
  static Context& current();
  /// The same for calls on `exec`. Throws invalid_state if the current context is one of another
  /// backend.
  template <CompiledBackend Exec>
  static Context& current(Exec const& exec) {
    auto* const context = innermost(backends::traits<Exec>::name);
    return context ? *context : fallback(backends::traits<Exec>::name, [&] {
      return detail::backend_memory(exec, pinned_bytes({}));
    });
  }

  /// Wishes for a phase, or with a star at the end for all that begin so; the last one counts.
  /// Throws invalid_argument (a star elsewhere).
  void pin(std::string_view phase, Policy policy);
  /// Takes decisions from a file that `save` wrote. Those of other hardware are ignored unless they
  /// are pinned there. Throws file_not_found, bad_format (with the position), and changes nothing
  /// then.
  void load(std::string const& path);
  /// Writes decisions, measurements and the model of transfers as JSON. Throws file_not_found if
  /// the file cannot be written.
  void save(std::string const& path) const;

  /// What was copied.
  TransferLog const& transfers() const;
  /// Forgets what was copied.
  void clear_transfers();
  /// The runs of phases, if the options asked for them.
  PhaseReports const& reports() const;
  /// What became of rules and files.
  RulesReport rules() const;
  /// Bytes of arrays at a place, kept blocks among them.
  std::int64_t held_bytes(Where where) const;
  /// Whether host and device have one memory.
  bool has_one_memory() const;
  /// For Heddle's own modules.
  detail::ContextCore& core() const { return *core_; }

 private:
  Context(char const* backend, std::shared_ptr<backends::PlaceMemory> memory,
          ContextOptions const& options);
  struct Fallback {};
  Context(Fallback, char const* backend, std::shared_ptr<backends::PlaceMemory> memory);
  static std::size_t pinned_bytes(ContextOptions const& options) {
    return static_cast<std::size_t>(options.pinned_bytes);
  }
  void read_environment();
  static Context* innermost(char const* backend);
  static Context* known_fallback(char const* backend);
  static Context& add_fallback(char const* backend, std::shared_ptr<backends::PlaceMemory> memory);
  template <class MakeMemory>
  static Context& fallback(char const* backend, MakeMemory make) {
    auto* const known = known_fallback(backend);
    return known ? *known : add_fallback(backend, make());
  }

  std::unique_ptr<detail::ContextCore> core_;
  Context* outer_ = nullptr;
  bool is_fallback_ = false;
};

}  // namespace heddle::place
