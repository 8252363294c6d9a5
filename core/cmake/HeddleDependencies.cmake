# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# System packages. Nothing is bundled and nothing is downloaded. A missing piece that an option asks
# for is an error that names the option and Debian's package.

# heddle_require(<what needs it> <package> <Debian package>)
macro(heddle_require reason package debian)
  find_package(${package} QUIET)
  if(NOT ${package}_FOUND)
    message(FATAL_ERROR "${reason} needs ${package} (Debian: ${debian})")
  endif()
endmacro()

# SuiteSparse of Debian 12 ships no CMake packages.
include("${CMAKE_CURRENT_LIST_DIR}/HeddleSuiteSparse.cmake")
heddle_require("Heddle::io" ZLIB zlib1g-dev)
heddle_require("Heddle::place" nlohmann_json nlohmann-json3-dev)
heddle_find_suitesparse(AMD REQUIRED)
heddle_find_suitesparse(COLAMD REQUIRED)
include("${CMAKE_CURRENT_LIST_DIR}/HeddleMetis.cmake")
heddle_find_metis(REQUIRED)

if(HEDDLE_ENABLE_CLI)
  heddle_require("HEDDLE_ENABLE_CLI" CLI11 libcli11-dev)
  heddle_require("HEDDLE_ENABLE_CLI" fmt libfmt-dev)
endif()
if(HEDDLE_ENABLE_TESTS)
  heddle_require("HEDDLE_ENABLE_TESTS" GTest libgtest-dev)
  heddle_find_suitesparse(UMFPACK REQUIRED)
endif()
if(HEDDLE_ENABLE_PERF)
  heddle_require("HEDDLE_ENABLE_PERF" benchmark libbenchmark-dev)
  foreach(peer IN ITEMS BTF KLU UMFPACK)
    heddle_find_suitesparse(${peer} REQUIRED)
  endforeach()
endif()
