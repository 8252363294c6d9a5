// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// Whether the headers and the library that the program runs with are of one version.
bool same_version();
