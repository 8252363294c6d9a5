# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# heddle_find_suitesparse(<component> [REQUIRED]): the imported target SuiteSparse::<component>.
# A CMake package of SuiteSparse >= 7 wins; SuiteSparse 5 (Debian 12) is found by header and library.
function(heddle_find_suitesparse component)
  cmake_parse_arguments(arg "REQUIRED" "" "" ${ARGN})
  if(TARGET SuiteSparse::${component})
    return()
  endif()
  find_package(${component} QUIET CONFIG)
  if(TARGET SuiteSparse::${component})
    return()
  endif()
  string(TOLOWER ${component} name)
  find_path(HEDDLE_${component}_INCLUDE ${name}.h PATH_SUFFIXES suitesparse)
  find_library(HEDDLE_${component}_LIBRARY ${name})
  find_library(HEDDLE_SUITESPARSECONFIG_LIBRARY suitesparseconfig)
  mark_as_advanced(HEDDLE_${component}_INCLUDE HEDDLE_${component}_LIBRARY
                   HEDDLE_SUITESPARSECONFIG_LIBRARY)
  if(HEDDLE_${component}_INCLUDE AND HEDDLE_${component}_LIBRARY)
    add_library(SuiteSparse::${component} UNKNOWN IMPORTED GLOBAL)
    set_target_properties(SuiteSparse::${component} PROPERTIES
      IMPORTED_LOCATION "${HEDDLE_${component}_LIBRARY}"
      INTERFACE_INCLUDE_DIRECTORIES "${HEDDLE_${component}_INCLUDE}"
      INTERFACE_LINK_LIBRARIES "${HEDDLE_SUITESPARSECONFIG_LIBRARY}")
  elseif(arg_REQUIRED)
    message(FATAL_ERROR "Heddle needs ${component} of SuiteSparse (Debian: libsuitesparse-dev)")
  endif()
endfunction()
