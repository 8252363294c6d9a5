/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/// Where objects of the C API live and work.
#ifndef HEDDLE_CAPI_CONTEXT_H
#define HEDDLE_CAPI_CONTEXT_H

#ifdef __cplusplus
extern "C" {
#endif

/// A backend and its stream.
typedef struct heddle_context heddle_context;

/// Where the arrays of a call lie.
enum heddle_memory {
  HEDDLE_HOST = 0,   ///< in memory of the host
  HEDDLE_DEVICE = 1  ///< in memory of the context's backend: the device's, or a host backend's
};

/// A context of the backend "serial", "openmp" or "cuda"; NULL: the default one of the build.
/// `stream`: of CUDA a cudaStream_t, in whose order all work is done, which the context does not
/// own; NULL for the backend's default, which is all that host backends have. HEDDLE_UNSUPPORTED
/// for a backend that this build does not have.
int heddle_context_create(char const* backend, void* stream, heddle_context** context);
/// Frees the handle; NULL is none. Objects made from it live on.
void heddle_context_free(heddle_context* context);

/// The name of its backend.
char const* heddle_context_backend(heddle_context const* context);
/// 1 if this build has the backend, else 0.
int heddle_has_backend(char const* backend);
/// Of the last call that made something from it and did not return 0.
char const* heddle_context_message(heddle_context const* context);

#ifdef __cplusplus
}
#endif
#endif
