// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/runtime.hpp>

#include <heddle/backends/device_info.hpp>
#include <heddle/backends/native_lu.hpp>
#include <heddle/backends/selection.hpp>
#include <heddle/cli/exit_code.hpp>
#include <heddle/place/context.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <string>
#include <type_traits>

namespace heddle::cli {
namespace {

/// Kokkos ends the process if its CUDA backend finds no device, so the command looks first.
void expect_device() {
  auto const names = backends::backend_names();
  bool const wants_device = std::find(names.begin(), names.end(), "cuda") != names.end();
  if (!wants_device || !backends::has_cuda_native) return;
  auto const report = backends::device_report();
  if (!report.devices.empty()) return;
  std::string const reason = report.problem.empty() ? "no device found" : report.problem;
  throw Failure(ExitCode::not_available, "no GPU to run on (" + reason +
                                             "): this build of heddle is for CUDA and starts "
                                             "only where a GPU is present");
}

Kokkos::InitializationSettings quiet_settings() {
  // Kokkos warns on standard error about thread binding; the command keeps that for its own lines.
  return Kokkos::InitializationSettings().set_disable_warnings(true);
}

}  // namespace

struct Runtime::Guard {
  Kokkos::ScopeGuard kokkos{quiet_settings()};
};

Runtime::Runtime() {
  expect_device();
  guard_ = std::make_unique<Guard>();
}

Runtime::~Runtime() = default;

std::vector<Backend> Runtime::available_backends() const {
  std::vector<Backend> found;
  backends::for_each_backend([&]<class Exec>(std::type_identity<Exec>) {
    using Traits = backends::traits<Exec>;
    found.push_back({Traits::name, Traits::is_host, static_cast<int>(Exec().concurrency()),
                     backends::native_lu<Exec>::template takes<double>});
  });
  return found;
}

std::shared_ptr<void> Runtime::without_rules() {
  place::ContextOptions options;
  options.environment = false;
  return std::make_shared<place::Context>(Kokkos::DefaultExecutionSpace(), options);
}

}  // namespace heddle::cli
