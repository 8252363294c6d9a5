# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# heddle_add_library(<component> [SOURCES ...] [KOKKOS_SOURCES ...] [MODULES ...] [INSTANCES ...]
#                    [PUBLIC ...] [PRIVATE ...])
# makes the target heddle_<component>, known as Heddle::<component> built, embedded and installed.
#   SOURCES         sources that know no Kokkos
#   KOKKOS_SOURCES  sources that include Kokkos (compiled in its language)
#   MODULES         folders below heddle/ whose headers belong to the component
#   INSTANCES       modules with core/instances/<module>.cpp.in: one source per enabled backend
function(heddle_add_library component)
  cmake_parse_arguments(arg "" "" "SOURCES;KOKKOS_SOURCES;MODULES;INSTANCES;PUBLIC;PRIVATE" ${ARGN})
  set(target heddle_${component})
  foreach(module IN LISTS arg_INSTANCES)
    foreach(HEDDLE_BACKEND IN LISTS HEDDLE_BACKENDS)
      string(TOLOWER ${HEDDLE_BACKEND} lower)
      # Device backends are compiled for matrices in their own memory, too.
      set(HEDDLE_DEVICE_MEMORY "")
      if(HEDDLE_BACKEND STREQUAL "Cuda")
        set(HEDDLE_DEVICE_MEMORY "HEDDLE_MEMORY(Kokkos::CudaSpace)")
      endif()
      set(instance "${PROJECT_BINARY_DIR}/core/instances/${module}_${lower}.cpp")
      configure_file("${PROJECT_SOURCE_DIR}/core/instances/${module}.cpp.in" "${instance}" @ONLY)
      list(APPEND arg_KOKKOS_SOURCES "${instance}")
    endforeach()
  endforeach()

  if(arg_SOURCES OR arg_KOKKOS_SOURCES)
    set(scope PUBLIC)
    add_library(${target} ${arg_SOURCES} ${arg_KOKKOS_SOURCES})
    if(arg_KOKKOS_SOURCES)
      heddle_kokkos_language(${target} SOURCES ${arg_KOKKOS_SOURCES})
    endif()
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON
      VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
      INSTALL_RPATH "$ORIGIN")
    heddle_private_options(${target})
  else()
    set(scope INTERFACE)
    add_library(${target} INTERFACE)
  endif()
  add_library(Heddle::${component} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${component})
  target_compile_features(${target} ${scope} cxx_std_20)

  set(headers "")
  foreach(module IN LISTS arg_MODULES)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/heddle/${module}/*.hpp")
    list(APPEND headers ${found})
  endforeach()
  target_sources(${target} ${scope} FILE_SET HEADERS BASE_DIRS "${CMAKE_CURRENT_SOURCE_DIR}"
                 FILES ${headers})
  target_link_libraries(${target} ${scope} ${arg_PUBLIC})
  if(arg_PRIVATE)
    target_link_libraries(${target} PRIVATE ${arg_PRIVATE})
  endif()
  set_property(GLOBAL APPEND PROPERTY HEDDLE_LIBRARIES ${target})
endfunction()

# Heddle::heddle, all components at once.
function(heddle_add_umbrella)
  get_property(libraries GLOBAL PROPERTY HEDDLE_LIBRARIES)
  add_library(heddle_umbrella INTERFACE)
  add_library(Heddle::heddle ALIAS heddle_umbrella)
  set_target_properties(heddle_umbrella PROPERTIES EXPORT_NAME heddle)
  target_link_libraries(heddle_umbrella INTERFACE ${libraries})
  set_property(GLOBAL APPEND PROPERTY HEDDLE_LIBRARIES heddle_umbrella)
endfunction()

# Warnings and sanitizers of Heddle's own sources; nothing of it reaches a user's target. Run paths
# are relative, so that a build tree with shared libraries can be moved.
function(heddle_private_options target)
  set_target_properties(${target} PROPERTIES BUILD_RPATH_USE_ORIGIN ON)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang>:-Wall;-Wextra>)
  if(HEDDLE_SANITIZE)
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${HEDDLE_SANITIZE};-fno-omit-frame-pointer;-fno-sanitize-recover=all>)
    target_link_options(${target} PUBLIC -fsanitize=${HEDDLE_SANITIZE})
  endif()
endfunction()
