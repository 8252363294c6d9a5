# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# heddle_kokkos_language(<target> [SOURCES <file>...]): compiles sources that include Kokkos in the
# language that the Kokkos in use wants. With Kokkos_ENABLE_COMPILE_AS_CMAKE_LANGUAGE and CUDA that
# is CMake's CUDA language; with nvcc_wrapper or a launcher it stays C++. Without SOURCES: every
# .cpp of the target. Installed and embedded builds of Heddle offer the same function.

# An embedded Kokkos exports its options but leaves Kokkos_COMPILE_LANGUAGE unset: derive it. A
# property, because callers of the function may stand in any directory.
if(Kokkos_ENABLE_CUDA AND (Kokkos_COMPILE_LANGUAGE STREQUAL "CUDA"
                           OR Kokkos_ENABLE_COMPILE_AS_CMAKE_LANGUAGE))
  set_property(GLOBAL PROPERTY HEDDLE_KOKKOS_LANGUAGE CUDA)
else()
  set_property(GLOBAL PROPERTY HEDDLE_KOKKOS_LANGUAGE CXX)
endif()

function(heddle_kokkos_language target)
  cmake_parse_arguments(arg "" "" "SOURCES" ${ARGN})
  get_property(language GLOBAL PROPERTY HEDDLE_KOKKOS_LANGUAGE)
  if(NOT language STREQUAL "CUDA")
    return()
  endif()
  if(NOT arg_SOURCES)
    get_target_property(arg_SOURCES ${target} SOURCES)
    list(FILTER arg_SOURCES INCLUDE REGEX "\\.cpp$")
  endif()
  set_source_files_properties(${arg_SOURCES} TARGET_DIRECTORY ${target} PROPERTIES LANGUAGE CUDA)
endfunction()
