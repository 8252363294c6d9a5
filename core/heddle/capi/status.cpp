// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/base/initialized.hpp>
#include <heddle/base/version.hpp>
#include <heddle/capi/detail/backend.hpp>
#include <heddle/lu/result.hpp>

#include <Kokkos_Core.hpp>

#include <exception>
#include <new>
#include <string>

namespace heddle::capi {

namespace {

constexpr int number_of(ErrorCode code) { return -1 - static_cast<int>(code); }
static_assert(number_of(ErrorCode::invalid_argument) == HEDDLE_INVALID_ARGUMENT &&
              number_of(ErrorCode::invalid_state) == HEDDLE_INVALID_STATE &&
              number_of(ErrorCode::invalid_matrix) == HEDDLE_INVALID_MATRIX &&
              number_of(ErrorCode::pattern_mismatch) == HEDDLE_PATTERN_MISMATCH &&
              number_of(ErrorCode::unsupported) == HEDDLE_UNSUPPORTED &&
              number_of(ErrorCode::not_initialized) == HEDDLE_NOT_INITIALIZED &&
              number_of(ErrorCode::out_of_memory) == HEDDLE_OUT_OF_MEMORY &&
              number_of(ErrorCode::internal) == HEDDLE_INTERNAL &&
              number_of(ErrorCode::bad_pattern) == HEDDLE_BAD_PATTERN &&
              number_of(ErrorCode::size_mismatch) == HEDDLE_SIZE_MISMATCH &&
              number_of(ErrorCode::invalid_coloring) == HEDDLE_INVALID_COLORING &&
              number_of(ErrorCode::unsupported_place) == HEDDLE_UNSUPPORTED_PLACE &&
              number_of(ErrorCode::output_too_small) == HEDDLE_OUTPUT_TOO_SMALL &&
              number_of(ErrorCode::capacity_below_size) == HEDDLE_CAPACITY_BELOW_SIZE);

std::string& last_message() {
  thread_local std::string message;
  return message;
}

bool has_initialized = false;  // Kokkos, by heddle_initialize

/// Like a call of a handle, but there is none.
template <class Call>
int guarded_alone(Call const& call) noexcept {
  try {
    call();
    return HEDDLE_SUCCESS;
  } catch (...) {
    return note_exception(nullptr);
  }
}

int num_handles_alive() {
  return heddle_context::alive() + heddle_map_u32::alive() + heddle_map_u64::alive() +
         heddle_lu::alive() + heddle_coloring::alive();
}

}  // namespace

int note(std::string* kept, int status, std::string_view message) noexcept {
  try {
    last_message() = message;
    if (kept != nullptr) *kept = message;
  } catch (...) {
    last_message().clear();  // no memory is left for words
  }
  return status;
}

int note_exception(std::string* kept) noexcept {
  try {
    throw;
  } catch (error const& problem) {
    return note(kept, number_of(problem.code()), problem.message());
  } catch (std::bad_alloc const& problem) {
    return note(kept, HEDDLE_OUT_OF_MEMORY, problem.what());
  } catch (std::exception const& problem) {
    return note(kept, HEDDLE_FOREIGN_ERROR, problem.what());
  } catch (...) {
    return note(kept, HEDDLE_FOREIGN_ERROR, "an exception without words");
  }
}

void require_kokkos() { require_initialized("the C API of Heddle"); }

bool kokkos_is_finalized() { return Kokkos::is_finalized(); }

}  // namespace heddle::capi

using namespace heddle;

extern "C" {

int heddle_initialize(void) {
  return capi::guarded_alone([] {
    HEDDLE_EXPECTS(!Kokkos::is_finalized(), not_initialized,
                   "Kokkos was finalised, and cannot be initialised again");
    if (Kokkos::is_initialized()) return;
    Kokkos::initialize(Kokkos::InitializationSettings().set_disable_warnings(true));
    capi::has_initialized = true;
  });
}

int heddle_finalize(void) {
  return capi::guarded_alone([] {
    if (!capi::has_initialized || !Kokkos::is_initialized()) return;
    HEDDLE_EXPECTS(capi::num_handles_alive() == 0, invalid_state,
                   std::to_string(capi::num_handles_alive()) + " handles are alive");
    Kokkos::finalize();
    capi::has_initialized = false;
  });
}

int heddle_version(void) { return HEDDLE_VERSION; }

char const* heddle_status_name(int status) {
  if (status == HEDDLE_SUCCESS) return "success";
  if (status == HEDDLE_TABLE_FULL) return "table_full";
  if (status == HEDDLE_LU_OUT_OF_MEMORY) return "lu_out_of_memory";
  if (status == HEDDLE_FOREIGN_ERROR) return "foreign_error";
  if (status >= HEDDLE_ILL_CONDITIONED && status <= HEDDLE_NOT_CONVERGED) {
    return lu::to_string(static_cast<lu::Status>(status - 10)).data();
  }
  if (status < 0 && status >= capi::number_of(ErrorCode::backend_failure)) {
    return to_string(static_cast<ErrorCode>(-1 - status)).data();
  }
  return "unknown";
}

char const* heddle_last_message(void) { return capi::last_message().c_str(); }
}
