// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/progress.hpp>

#include <heddle/cli/text.hpp>

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include <unistd.h>

namespace heddle::cli {
namespace {

constexpr double seconds_between = 0.05;  // more often than the eye sees only costs time
constexpr char const* wipe_line = "\r\033[K";

}  // namespace

ProgressLine::ProgressLine() : terminal_(isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() {
  if (shown_) std::fputs(wipe_line, stderr);
}

void ProgressLine::set_task(std::string task) {
  task_ = std::move(task);
  if (terminal_) show(Progress{});
}

Observer ProgressLine::observer() {
  if (!terminal_) return {};
  return [this](Progress const& progress) {
    bool const finished = progress.total > 0 && progress.done >= progress.total;
    if (finished || since_start_.seconds() - last_shown_ >= seconds_between) show(progress);
  };
}

void ProgressLine::show(Progress const& progress) {
  last_shown_ = since_start_.seconds();
  std::string line = task_;
  if (!progress.phase.empty()) line += fmt::format("  {}", short_phase(progress.phase));
  if (progress.total > 0) {
    line += fmt::format("  {:.0f} %", 100.0 * static_cast<double>(progress.done) /
                                          static_cast<double>(progress.total));
  }
  if (progress.bytes > 0) line += "  " + bytes_text(progress.bytes);
  fmt::print(stderr, "{}{}  {}", wipe_line, line, duration_text(last_shown_));
  std::fflush(stderr);
  shown_ = true;
}

}  // namespace heddle::cli
