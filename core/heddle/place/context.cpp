// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/context.hpp>

#include <heddle/base/error.hpp>
#include <heddle/base/initialized.hpp>
#include <heddle/place/detail/core.hpp>
#include <heddle/place/detail/decision_file.hpp>

#include <Kokkos_Core.hpp>

#include <cstdlib>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace heddle::place {
namespace {

/// Contexts of threads that have made none. They keep no blocks, and forget their queues before
/// Kokkos ends: threads may outlive it.
struct Fallbacks {
  std::mutex mutex;
  std::set<detail::ContextCore*> cores;
  bool hooked = false;
};

Fallbacks& fallbacks() {
  static auto* const all = new Fallbacks;  // outlives every thread
  return *all;
}

void forget_queues() {
  auto& all = fallbacks();
  std::lock_guard const lock(all.mutex);
  for (auto* const core : all.cores) core->queues.clear();
  all.hooked = false;
}

thread_local Context* current_context = nullptr;
thread_local std::vector<std::unique_ptr<Context>> own_fallbacks;

std::unique_ptr<detail::ContextCore> make_core(char const* backend,
                                               std::shared_ptr<backends::PlaceMemory> memory,
                                               ContextOptions const& options, bool keeps_blocks) {
  require_initialized("heddle::place::Context");
  HEDDLE_EXPECTS(options.device_bytes >= 0 && options.host_bytes >= 0 && options.pinned_bytes >= 0,
                 invalid_argument, "heddle::place::Context: a negative budget");
  auto core = std::make_unique<detail::ContextCore>();
  core->backend = backend;
  core->store = std::make_shared<detail::Store>(
      std::move(memory), std::array{options.host_bytes, options.device_bytes}, keeps_blocks);
  core->threads = Kokkos::DefaultHostExecutionSpace().concurrency();
  core->checked = options.checked;
  core->keeps_reports = options.reports;
  core->observer = options.observer;
  return core;
}

}  // namespace

Context::Context(char const* backend, std::shared_ptr<backends::PlaceMemory> memory,
                 ContextOptions const& options)
    : core_(make_core(backend, std::move(memory), options, true)) {
  if (options.environment) read_environment();
  outer_ = std::exchange(current_context, this);
}

Context::Context(Fallback, char const* backend, std::shared_ptr<backends::PlaceMemory> memory)
    : core_(make_core(backend, std::move(memory), {}, false)), is_fallback_(true) {
  auto& all = fallbacks();
  std::lock_guard const lock(all.mutex);
  all.cores.insert(core_.get());
  if (!all.hooked) detail::before_finalize(forget_queues);
  all.hooked = true;
}

void Context::read_environment() {
  char const* const rules = std::getenv("HEDDLE_PLACE");
  if (!rules) return;
  rules[0] == '@' ? load(rules + 1) : core_->decisions.set_environment(rules);
}

Context::~Context() {
  if (is_fallback_) {
    auto& all = fallbacks();
    std::lock_guard const lock(all.mutex);
    all.cores.erase(core_.get());
    return;
  }
  current_context = outer_;
  core_->store->stop_keeping();
}

Context* Context::innermost(char const* backend) {
  if (!current_context) return nullptr;
  HEDDLE_EXPECTS(current_context->core_->backend == backend ||
                     std::string_view(current_context->core_->backend) == backend,
                 invalid_state,
                 std::string("the current context is one of ") + current_context->core_->backend +
                     ", and the call is on " + backend);
  return current_context;
}

Context* Context::known_fallback(char const* backend) {
  for (auto const& context : own_fallbacks) {
    if (std::string_view(context->core_->backend) == backend) return context.get();
  }
  return nullptr;
}

Context& Context::add_fallback(char const* backend, std::shared_ptr<backends::PlaceMemory> memory) {
  std::unique_ptr<Context> context(new Context(Fallback{}, backend, std::move(memory)));
  context->read_environment();
  own_fallbacks.push_back(std::move(context));
  return *own_fallbacks.back();
}

Context& Context::current() {
  if (current_context) return *current_context;
  return current(Kokkos::DefaultExecutionSpace());
}

void Context::pin(std::string_view phase, Policy policy) { core_->decisions.pin(phase, policy); }

void Context::load(std::string const& path) { detail::apply(detail::read_decisions(path), *core_); }

void Context::save(std::string const& path) const {
  detail::write_decisions(detail::decisions_of(*core_), path);
}

TransferLog const& Context::transfers() const { return core_->log; }
void Context::clear_transfers() { core_->log.clear(); }
PhaseReports const& Context::reports() const { return core_->reports; }
RulesReport Context::rules() const { return core_->decisions.report(); }
std::int64_t Context::held_bytes(Where where) const {
  auto const& store = *core_->store;
  auto const side =
      where == Where::device && !has_one_memory() ? detail::Side::device : detail::Side::host;
  return store.held(side);
}
bool Context::has_one_memory() const { return core_->memory().is_shared(); }

}  // namespace heddle::place
