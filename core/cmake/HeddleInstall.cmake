# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs libraries, headers and the package Heddle under lib/cmake/Heddle; the prefix may be moved.
if(NOT HEDDLE_ENABLE_INSTALL)
  return()
endif()
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Heddle")
get_property(libraries GLOBAL PROPERTY HEDDLE_LIBRARIES)
install(TARGETS ${libraries} EXPORT HeddleTargets FILE_SET HEADERS)
install(EXPORT HeddleTargets NAMESPACE Heddle:: DESTINATION "${package_dir}")
if(TARGET heddle_command)
  file(RELATIVE_PATH libraries_from_programs "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBDIR}")
  set_target_properties(heddle_command PROPERTIES INSTALL_RPATH "$ORIGIN/${libraries_from_programs}")
  install(TARGETS heddle_command)
endif()

set(HEDDLE_COMPONENTS "")
foreach(library IN LISTS libraries)
  get_target_property(component ${library} EXPORT_NAME)
  list(APPEND HEDDLE_COMPONENTS ${component})
endforeach()
set(HEDDLE_IS_SHARED OFF)
if(BUILD_SHARED_LIBS)
  set(HEDDLE_IS_SHARED ON)
endif()
configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/HeddleConfig.cmake.in" "${PROJECT_BINARY_DIR}/HeddleConfig.cmake"
  INSTALL_DESTINATION "${package_dir}" NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/HeddleConfigVersion.cmake"
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/HeddleConfig.cmake"
  "${PROJECT_BINARY_DIR}/HeddleConfigVersion.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/HeddleKokkosLanguage.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/HeddleSuiteSparse.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/HeddleMetis.cmake"
  DESTINATION "${package_dir}")
include(HeddlePkgConfig)
if(EXISTS "${PROJECT_SOURCE_DIR}/LICENSE")
  install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
endif()
