# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What heddle::version() and heddle::configuration() tell: two configured headers of Heddle::base in
# the build tree's include root ${PROJECT_BINARY_DIR}/core. version.hpp is public and installed.
function(heddle_configure_version target)
  set(root "${PROJECT_BINARY_DIR}/core")
  heddle_find_commit(HEDDLE_COMMIT)

  set(HEDDLE_COMPILERS "CXX ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
  if(CMAKE_CUDA_COMPILER)
    list(APPEND HEDDLE_COMPILERS "CUDA ${CMAKE_CUDA_COMPILER_ID} ${CMAKE_CUDA_COMPILER_VERSION}")
  endif()

  set(HEDDLE_KOKKOS_PATH "${Kokkos_DIR}")
  if(NOT HEDDLE_KOKKOS_PATH OR Kokkos_SOURCE_DIR)
    set(HEDDLE_KOKKOS_PATH "${Kokkos_SOURCE_DIR} (embedded)")
  endif()

  set(HEDDLE_OPTIONAL_PARTS "")
  foreach(part IN ITEMS CAPI CHECKS CLI)
    if(HEDDLE_ENABLE_${part})
      string(TOLOWER ${part} lower)
      list(APPEND HEDDLE_OPTIONAL_PARTS ${lower})
    endif()
  endforeach()
  if(HEDDLE_SANITIZE)
    list(APPEND HEDDLE_OPTIONAL_PARTS "sanitizers ${HEDDLE_SANITIZE}")
  endif()

  set(HEDDLE_CHECKS "false")
  if(HEDDLE_ENABLE_CHECKS)
    set(HEDDLE_CHECKS "true")
  endif()
  set(sources "${PROJECT_SOURCE_DIR}/core/heddle/base")
  configure_file("${sources}/version.hpp.in" "${root}/heddle/base/version.hpp" @ONLY)
  configure_file("${sources}/detail/build_info.hpp.in" "${root}/heddle/base/detail/build_info.hpp"
                 @ONLY)
  target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS "${root}"
                 FILES "${root}/heddle/base/version.hpp")
  target_compile_definitions(${target} PRIVATE HEDDLE_BUILD_TYPE="$<CONFIG>")
endfunction()

# The commit of a git checkout, else "unknown". Each commit reconfigures, so the answer stays true.
function(heddle_find_commit result)
  set(commit "unknown")
  find_package(Git QUIET)
  if(GIT_FOUND AND EXISTS "${PROJECT_SOURCE_DIR}/.git")
    execute_process(COMMAND "${GIT_EXECUTABLE}" rev-parse --short=12 HEAD
      WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
      OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed)
      set(commit "${found}")
    endif()
    if(EXISTS "${PROJECT_SOURCE_DIR}/.git/logs/HEAD")
      set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
                   "${PROJECT_SOURCE_DIR}/.git/logs/HEAD")
    endif()
  endif()
  set(${result} "${commit}" PARENT_SCOPE)
endfunction()
