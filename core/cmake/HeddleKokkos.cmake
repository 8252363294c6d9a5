# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Finds the Kokkos of the user, and tells in which language its sources are compiled.
# An existing target wins (FetchContent, add_subdirectory), then an installation.
if(NOT TARGET Kokkos::kokkos)
  find_package(Kokkos 4.7...<6 REQUIRED)
endif()

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

# The fast paths are on wherever they can be.
set(has_cuda OFF)
if("Cuda" IN_LIST HEDDLE_BACKENDS)
  set(has_cuda ON)
endif()
option(HEDDLE_ENABLE_CUDA_NATIVE "Build the CUDA-native fast paths" ${has_cuda})
if(HEDDLE_ENABLE_CUDA_NATIVE AND NOT has_cuda)
  message(FATAL_ERROR "HEDDLE_ENABLE_CUDA_NATIVE needs a Kokkos with CUDA; this one has ${HEDDLE_BACKENDS}")
endif()

include("${CMAKE_CURRENT_LIST_DIR}/HeddleKokkosLanguage.cmake")
get_property(HEDDLE_KOKKOS_LANGUAGE GLOBAL PROPERTY HEDDLE_KOKKOS_LANGUAGE)
if(HEDDLE_KOKKOS_LANGUAGE STREQUAL "CUDA" OR HEDDLE_ENABLE_CUDA_NATIVE)
  if(NOT PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CUDA_COMPILER_LOADED)
    message(FATAL_ERROR "With this Kokkos, Heddle has CUDA sources, and whoever links it needs "
                        "CMake's CUDA language: project(... LANGUAGES CXX CUDA)")
  endif()
  if(NOT CMAKE_CUDA_ARCHITECTURES AND Kokkos_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES ${Kokkos_CUDA_ARCHITECTURES})
  endif()
  enable_language(CUDA)
endif()

# Kokkos has global state. Where it is static and Heddle is not, each of Heddle's libraries would take the parts it
# needs, and what they share would be begun and ended more than once. So one library, on which all others depend, holds
# all of it, and leaves nothing to be found in the archive.
function(heddle_embed_kokkos target)
  get_target_property(heddle_type ${target} TYPE)
  get_target_property(kokkos Kokkos::kokkoscore ALIASED_TARGET)
  if(NOT kokkos)
    set(kokkos Kokkos::kokkoscore)
  endif()
  get_target_property(kokkos_type ${kokkos} TYPE)
  if(heddle_type STREQUAL "SHARED_LIBRARY" AND kokkos_type STREQUAL "STATIC_LIBRARY")
    target_link_options(${target} PRIVATE
      "LINKER:--whole-archive,$<TARGET_FILE:${kokkos}>,--no-whole-archive")
  endif()
endfunction()
