# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Finds the Kokkos of the user, and tells in which language its sources are compiled.
# An existing target wins (FetchContent, add_subdirectory), then an installation.
include(CMakeDependentOption)
if(NOT TARGET Kokkos::kokkos)
  find_package(Kokkos 4.7...<6 REQUIRED)
endif()

# An embedded Kokkos exports its options but leaves Kokkos_COMPILE_LANGUAGE unset: derive it.
set(HEDDLE_BACKENDS "")
foreach(backend IN ITEMS Serial OpenMP Cuda)
  string(TOUPPER ${backend} upper)
  if(Kokkos_ENABLE_${upper})
    list(APPEND HEDDLE_BACKENDS ${backend})
  endif()
endforeach()
if(NOT HEDDLE_BACKENDS)
  message(FATAL_ERROR "Heddle needs a Kokkos with Serial, OpenMP or CUDA; this one has none of them")
endif()
include("${CMAKE_CURRENT_LIST_DIR}/HeddleKokkosLanguage.cmake")
if(HEDDLE_KOKKOS_LANGUAGE STREQUAL "CUDA")
  enable_language(CUDA)
endif()

cmake_dependent_option(HEDDLE_ENABLE_CUDA_NATIVE "Build the CUDA-native fast paths" ON
                       "Cuda IN_LIST HEDDLE_BACKENDS" OFF)
