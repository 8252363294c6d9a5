# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What a user can choose. Everything else is found, and HeddleSummary says what was found.
option(HEDDLE_ENABLE_TESTS "Build the tests (needs GoogleTest)" ${PROJECT_IS_TOP_LEVEL})
option(HEDDLE_ENABLE_PERF "Build the benchmarks (needs Google Benchmark, KLU, UMFPACK)" ${PROJECT_IS_TOP_LEVEL})
option(HEDDLE_ENABLE_EXAMPLES "Build the examples" ${PROJECT_IS_TOP_LEVEL})
option(HEDDLE_ENABLE_CLI "Build the command heddle (needs CLI11, nlohmann-json, fmt)" ${PROJECT_IS_TOP_LEVEL})
option(HEDDLE_ENABLE_CAPI "Build the C API, Heddle::c" ${PROJECT_IS_TOP_LEVEL})
option(HEDDLE_ENABLE_INSTALL "Have the target install install Heddle" ${PROJECT_IS_TOP_LEVEL})
option(HEDDLE_ENABLE_CHECKS "Check promises of the library itself at run time" OFF)
set(HEDDLE_SANITIZE "" CACHE STRING "Sanitizers of Heddle's own targets, such as address,undefined")

# Alone, Heddle chooses what its tests and benchmarks need; a parent project keeps its own settings.
if(PROJECT_IS_TOP_LEVEL)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
  endif()
  set(CMAKE_CXX_EXTENSIONS OFF)
  option(BUILD_SHARED_LIBS "Build shared libraries" OFF)
endif()
include(GNUInstallDirs)
