# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# heddle_find_metis([REQUIRED]): the imported target Heddle_METIS::METIS. METIS 5.1 ships no CMake
# package. The library of Debian brings its GKlib along; elsewhere it may stand apart.
function(heddle_find_metis)
  cmake_parse_arguments(arg "REQUIRED" "" "" ${ARGN})
  if(TARGET Heddle_METIS::METIS)
    return()
  endif()
  find_path(HEDDLE_METIS_INCLUDE metis.h)
  find_library(HEDDLE_METIS_LIBRARY metis)
  find_library(HEDDLE_GKLIB_LIBRARY GKlib)
  mark_as_advanced(HEDDLE_METIS_INCLUDE HEDDLE_METIS_LIBRARY HEDDLE_GKLIB_LIBRARY)
  if(HEDDLE_METIS_INCLUDE AND HEDDLE_METIS_LIBRARY)
    add_library(Heddle_METIS::METIS UNKNOWN IMPORTED GLOBAL)
    set_target_properties(Heddle_METIS::METIS PROPERTIES
      IMPORTED_LOCATION "${HEDDLE_METIS_LIBRARY}"
      INTERFACE_INCLUDE_DIRECTORIES "${HEDDLE_METIS_INCLUDE}")
    if(HEDDLE_GKLIB_LIBRARY)
      set_property(TARGET Heddle_METIS::METIS PROPERTY
                   INTERFACE_LINK_LIBRARIES "${HEDDLE_GKLIB_LIBRARY}")
    endif()
  elseif(arg_REQUIRED)
    message(FATAL_ERROR "Heddle needs METIS for nested dissection (Debian: libmetis-dev)")
  endif()
endfunction()
