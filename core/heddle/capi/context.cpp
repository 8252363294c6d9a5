// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/backends/instance.hpp>
#include <heddle/backends/selection.hpp>
#include <heddle/capi/detail/make_backend.hpp>

#include <Kokkos_Core.hpp>

#include <string>

namespace heddle::capi {
namespace {

std::unique_ptr<Backend> backend_of(std::string const& name, void* stream) {
  std::unique_ptr<Backend> backend;
  bool const found = backends::with_backend(name, [&]<class Exec>(std::type_identity<Exec>) {
    auto const exec = backends::instance_on<Exec>(stream);
    HEDDLE_EXPECTS(exec.has_value(), invalid_argument, "the backend " + name + " has no streams");
    backend = make_backend(*exec);
  });
  HEDDLE_EXPECTS(found, unsupported, "this build has no backend " + name);
  return backend;
}

}  // namespace
}  // namespace heddle::capi

using namespace heddle;

extern "C" {

int heddle_context_create(char const* backend, void* stream, heddle_context** context) {
  if (context != nullptr) *context = nullptr;
  try {
    capi::require_kokkos();
    capi::expect_pointer(context, "the pointer to the new handle");
    auto const* const usual = backends::traits<Kokkos::DefaultExecutionSpace>::name;
    auto handle = std::make_unique<heddle_context>();
    handle->object = capi::backend_of(backend == nullptr ? usual : backend, stream);
    *context = handle.release();
    return HEDDLE_SUCCESS;
  } catch (...) {
    return capi::note_exception(nullptr);
  }
}

void heddle_context_free(heddle_context* context) { capi::freed(context); }

char const* heddle_context_backend(heddle_context const* context) {
  return context == nullptr ? "" : context->object->name();
}

int heddle_has_backend(char const* backend) {
  if (backend == nullptr) return 0;
  return backends::with_backend(backend, [](auto) {}) ? 1 : 0;
}

char const* heddle_context_message(heddle_context const* context) {
  return capi::message_of(context);
}
}
