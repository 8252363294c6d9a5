// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/place/detail/calibration.hpp>

#include <heddle/base/error.hpp>
#include <heddle/base/timer.hpp>

#include <algorithm>
#include <cstring>
#include <exception>

namespace heddle::place::detail {
namespace {

double median(std::vector<double> values) {
  auto const middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The arrays that measurements write, as they were before all of them.
class Undo {
 public:
  explicit Undo(User const& user) : user_(user) {}
  /// After an error the arrays come back as far as that is possible.
  ~Undo() {
    for (auto const& snapshot : kept_) {
      try {
        snapshot.restore(user_);
      } catch (std::exception const&) {
        continue;  // the error in flight is the one to hear of
      }
    }
  }
  Undo(Undo const&) = delete;
  Undo& operator=(Undo const&) = delete;

  /// Remembers what a step is about to write for the first time.
  void keep(PlannedStep const& step) {
    for (auto const& use : step.uses) {
      if (use.mode == Mode::reads && !use.last_use) continue;
      bool const known = std::any_of(kept_.begin(), kept_.end(), [&](Snapshot const& kept) {
        return kept.record() == use.record.get();
      });
      if (!known) kept_.emplace_back(user_, use.record);
    }
  }
  void restore() {
    for (auto const& snapshot : kept_) snapshot.restore(user_);
    kept_.clear();
  }

 private:
  User const& user_;
  std::vector<Snapshot> kept_;
};

double time_once(User const& user, PlannedStep const& step, Side side) {
  Accesses accesses(user, side, step.uses);
  user.core.wait(*user.queue);  // copies of the inputs do not count
  Timer const timer;
  step.body(side);
  if (side == Side::device) user.core.wait(*user.queue);
  double const seconds = timer.seconds();
  accesses.succeed(false);
  return seconds;
}

/// The median at one place. Each run starts from what `before` holds.
double time_at(User const& user, PlannedStep const& step, Side side, int runs,
               std::vector<Snapshot> const& before) {
  std::vector<double> seconds;
  for (int run = 0; run <= runs; ++run) {
    for (auto const& snapshot : before) snapshot.restore(user);
    double const once = time_once(user, step, side);
    if (run > 0) seconds.push_back(once);
  }
  return median(seconds);
}

void measure_step(User const& user, PlannedStep& step, std::optional<Side> only, int runs) {
  std::vector<Snapshot> before;  // what one run would change for the next
  for (auto const& use : step.uses) {
    if (use.mode == Mode::updates || use.last_use) before.emplace_back(user, use.record);
  }
  for (Side const side : {Side::host, Side::device}) {
    bool const has_body = side == Side::host ? step.facts.has_host : step.facts.has_device;
    if (!has_body || (only && *only != side)) continue;
    double const seconds = time_at(user, step, side, runs, before);
    (side == Side::host ? step.host_seconds : step.device_seconds) = seconds;
  }
  step.is_measured = true;
}

bool is_want(ErrorCode code) {
  return code == ErrorCode::out_of_memory || code == ErrorCode::unwritten_read ||
         code == ErrorCode::lost_data;
}

/// A transfer of `bytes` bytes, timed with its wait.
std::optional<TransferSample> time_transfer(User const& user, Direction direction,
                                            std::size_t bytes) {
  auto& store = *user.core.store;
  auto& memory = store.memory();
  Block host = store.take(MemoryKind::host, bytes, "heddle::place::calibration");
  Block device = store.take(MemoryKind::device, bytes, "heddle::place::calibration");
  std::optional<TransferSample> sample;
  if (host.data && device.data) {
    std::memset(host.data, 0, bytes);
    std::vector<double> seconds;
    for (int run = 0; run < 4; ++run) {
      memory.wait(*user.queue);
      Timer const timer;
      direction == Direction::to_host
          ? memory.to_host(*user.queue, host.data, device.data, bytes, false)
          : memory.to_device(*user.queue, device.data, host.data, bytes, false);
      memory.wait(*user.queue);
      if (run > 0) seconds.push_back(timer.seconds());
    }
    sample = TransferSample{static_cast<double>(bytes), std::max(median(seconds), 1e-9)};
  }
  store.give(std::move(host));
  store.give(std::move(device));
  return sample;
}

}  // namespace

void measure_steps(User const& user, std::span<PlannedStep> steps,
                   std::vector<std::optional<Side>> const& only, int runs) {
  Restored const measuring(user.core.calibrates, true);
  Undo undo(user);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    try {
      undo.keep(steps[i]);
      measure_step(user, steps[i], only[i], runs);
    } catch (heddle::error const& problem) {
      if (!is_want(problem.code())) throw;
    }
    report(user.core.observer, "heddle::place::autoplace", static_cast<std::int64_t>(i + 1),
           static_cast<std::int64_t>(steps.size()), user.core.log.bytes());
  }
  undo.restore();
}

std::optional<TransferModel> measure_transfers(User const& user) {
  if (user.core.memory().is_shared()) return {};
  std::vector<TransferSample> to_device, to_host;
  for (std::size_t const bytes :
       {4u << 10, 32u << 10, 256u << 10, 2u << 20, 16u << 20, 64u << 20}) {
    if (auto const sample = time_transfer(user, Direction::to_device, bytes)) {
      to_device.push_back(*sample);
    }
    if (auto const sample = time_transfer(user, Direction::to_host, bytes)) {
      to_host.push_back(*sample);
    }
  }
  if (to_device.size() < 2 || to_host.size() < 2) return {};
  return TransferModel{fit_line(to_device), fit_line(to_host)};
}

}  // namespace heddle::place::detail
