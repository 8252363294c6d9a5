/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/// Heddle for C (C99) and for all that calls C: hash maps, sparse LU, colourings.
///
///   heddle_context* context = NULL;
///   heddle_initialize();                             // unless the program has Kokkos up already
///   heddle_context_create("openmp", NULL, &context);
///   heddle_map_u64_create(context, 1000000, 0, &map);
///   heddle_map_u64_insert(map, HEDDLE_HOST, count, keys, values, NULL, NULL);
///
/// Objects are opaque handles. Each is made from a context, which is a backend and its stream, and
/// works there until it is freed; it does not need the context after that. Every call returns a
/// status (status.h): 0, a positive outcome to look at, or a negative error that has changed
/// nothing. No call throws, prints or ends the program. The message of the last call of a handle
/// that did not return 0 is in the handle; that of the last one of this thread is in
/// heddle_last_message.
///
/// Arrays are pointers and lengths, and one tag a call, HEDDLE_HOST or HEDDLE_DEVICE, says in which
/// memory all of its arrays lie. What lies in the other memory than the work crosses in one copy an
/// array. Calls return when their work is done, and read arrays in the order of the context's
/// stream. A handle serves one thread at a time; different handles may be used at once.
#ifndef HEDDLE_CAPI_HEDDLE_H
#define HEDDLE_CAPI_HEDDLE_H

#include <heddle/capi/coloring.h>
#include <heddle/capi/context.h>
#include <heddle/capi/lu.h>
#include <heddle/capi/map.h>
#include <heddle/capi/status.h>

#endif
