// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The wall around every C call: exceptions become a status and a message. Knows no Kokkos.
#pragma once

#include <heddle/capi/status.h>
#include <heddle/base/error.hpp>

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace heddle::capi {

/// What a call that did its work returns: 0, or an outcome with a message.
struct Outcome {
  int status = HEDDLE_SUCCESS;
  std::string message = {};
};

/// Behind each opaque handle: the object, and the message of the last call that went wrong.
template <class Object>
struct Handle {
  Handle() { ++alive(); }
  Handle(Handle const&) = delete;
  Handle& operator=(Handle const&) = delete;
  ~Handle() { --alive(); }

  Object object;
  std::string message;

  /// Handles of this kind.
  static std::atomic<int>& alive() {
    static std::atomic<int> count{0};
    return count;
  }
};

/// Keeps a message for this thread and, if given, for a handle. Returns `status`.
int note(std::string* kept, int status, std::string_view message) noexcept;
/// The same for the exception that is being handled.
int note_exception(std::string* kept) noexcept;
/// Throws not_initialized.
void require_kokkos();
/// Whether memory of Kokkos can no longer be freed.
bool kokkos_is_finalized();

inline void expect_pointer(void const* pointer, std::string_view name) {
  HEDDLE_EXPECTS(pointer != nullptr, invalid_argument, std::string(name) + " is null");
}

/// Runs `call`, which returns an Outcome, for a handle.
template <class H, class Call>
int guarded(H* handle, Call const& call) noexcept {
  if (handle == nullptr) return note(nullptr, HEDDLE_INVALID_ARGUMENT, "the handle is null");
  try {
    require_kokkos();
    Outcome const outcome = call();
    if (outcome.status == HEDDLE_SUCCESS) return HEDDLE_SUCCESS;
    return note(&handle->message, outcome.status, outcome.message);
  } catch (...) {
    return note_exception(&handle->message);
  }
}

/// Makes a new handle: `make(handle)` fills it and returns an Outcome. Messages are the parent's.
template <class Parent, class H, class Make>
int created(Parent* parent, H** result, Make const& make) noexcept {
  if (result != nullptr) *result = nullptr;
  return guarded(parent, [&] {
    expect_pointer(result, "the pointer to the new handle");
    auto handle = std::make_unique<H>();
    auto outcome = make(*handle);
    handle->message = outcome.message;
    *result = handle.release();
    return outcome;
  });
}

/// Frees a handle. What outlived Kokkos is left alone: its memory cannot be given back.
template <class H>
void freed(H* handle) noexcept {
  if (handle == nullptr) return;
  try {
    if (kokkos_is_finalized()) (void)new auto(std::move(handle->object));
    delete handle;
  } catch (...) {
    note_exception(nullptr);
  }
}

/// The message of a handle.
template <class H>
char const* message_of(H const* handle) noexcept {
  return handle == nullptr ? "the handle is null" : handle->message.c_str();
}

}  // namespace heddle::capi
