// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The compiled parts of a backend, as the rest knows them.
#pragma once

#include <heddle/capi/detail/backend.hpp>

#include <cstddef>
#include <memory>

namespace heddle::capi {

/// Makes objects on `exec`.
template <class Exec>
std::unique_ptr<Backend> make_backend(Exec const& exec);

/// Compiled apart from the rest (capi_map.cpp.in): maps are much of it.
template <class Word, class Exec>
std::unique_ptr<Map<Word>> make_map(Exec const& exec, std::size_t capacity, bool grows);

}  // namespace heddle::capi
