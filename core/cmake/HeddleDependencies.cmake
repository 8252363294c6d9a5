# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# System packages. Nothing is bundled and nothing is downloaded. A missing piece that an option asks
# for is an error with the name of the Debian package.
find_package(ZLIB REQUIRED)

# SuiteSparse and METIS of Debian 12 ship no CMake packages.
include("${CMAKE_CURRENT_LIST_DIR}/HeddleSuiteSparse.cmake")
heddle_find_suitesparse(AMD REQUIRED)
heddle_find_suitesparse(COLAMD REQUIRED)
heddle_find_suitesparse(KLU)
heddle_find_suitesparse(UMFPACK)

if(HEDDLE_ENABLE_CLI)
  find_package(CLI11 REQUIRED)
  find_package(nlohmann_json REQUIRED)
  find_package(fmt REQUIRED)
endif()
if(HEDDLE_ENABLE_TESTS)
  find_package(GTest REQUIRED)
endif()
if(HEDDLE_ENABLE_PERF)
  find_package(benchmark REQUIRED)
endif()
