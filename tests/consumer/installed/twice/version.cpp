// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "version.hpp"

#include <heddle/base/version.hpp>

bool same_version() { return heddle::version_number() == HEDDLE_VERSION; }
