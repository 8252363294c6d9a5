# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Passed as CMAKE_PROJECT_Kokkos_INCLUDE when `quickstart` builds Kokkos 4.7.00 with CUDA. What it
# adds rides on the interface of the Kokkos target, so Kokkos and its users see the same; no Kokkos
# source is edited. Deferred, because the target does not exist yet when project(Kokkos) returns.
#   1. heddle_kokkos_cuda13.hpp in front of every CUDA source (two signatures of CUDA 13);
#   2. -std=c++20, where CMake does not know that nvcc 12 and later take it (Debian 12: 3.25.1).
function(heddle_complete_kokkos_target)
  set(header heddle_kokkos_cuda13.hpp)
  set(source_dir "${CMAKE_CURRENT_FUNCTION_LIST_DIR}")
  target_compile_options(kokkoscore PUBLIC
    "$<BUILD_INTERFACE:$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-include ${source_dir}/${header}>>"
    "$<INSTALL_INTERFACE:$<$<COMPILE_LANGUAGE:CUDA>:SHELL:-include $<INSTALL_PREFIX>/include/${header}>>")
  if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
    target_compile_options(kokkoscore PUBLIC "$<$<COMPILE_LANGUAGE:CUDA>:-std=c++20>")
  endif()
  install(FILES "${source_dir}/${header}" DESTINATION include)
endfunction()
cmake_language(DEFER CALL heddle_complete_kokkos_target)
