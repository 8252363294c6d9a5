# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# heddle.pc: what a C program links without CMake. Static libraries bring all that stands behind them,
# in the order that the linker needs; shared ones know it themselves. With CUDA use the CMake package.
if(NOT HEDDLE_ENABLE_CAPI OR "Cuda" IN_LIST HEDDLE_BACKENDS)
  return()
endif()

file(RELATIVE_PATH up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
set(libraries "-lheddle_c")
if(NOT BUILD_SHARED_LIBS)
  string(APPEND libraries " -lheddle_lu -lheddle_coloring -lheddle_ordering -lheddle_place -lheddle_base")
  string(APPEND libraries " $<TARGET_FILE:Kokkos::kokkoscore>")
  foreach(part IN ITEMS AMD COLAMD)
    string(APPEND libraries " $<TARGET_FILE:SuiteSparse::${part}>")
  endforeach()
  string(APPEND libraries " ${HEDDLE_SUITESPARSECONFIG_LIBRARY} $<TARGET_FILE:Heddle_METIS::METIS> ${HEDDLE_GKLIB_LIBRARY}")
  if("OpenMP" IN_LIST HEDDLE_BACKENDS)
    string(APPEND libraries " ${OpenMP_CXX_FLAGS}")
  endif()
  string(APPEND libraries " -lstdc++ -ldl -lm -lpthread")
  string(REGEX REPLACE "[^ ]*-NOTFOUND" "" libraries "${libraries}")
endif()

file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/heddle.pc" CONTENT
"prefix=\${pcfiledir}/${up}
includedir=\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}
libdir=\${prefix}/${CMAKE_INSTALL_LIBDIR}

Name: Heddle
Description: Hash maps, sparse LU, colourings for C, on Kokkos
Version: ${PROJECT_VERSION}
Cflags: -I\${includedir}
Libs: -L\${libdir} ${libraries}
")
install(FILES "${PROJECT_BINARY_DIR}/heddle.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
