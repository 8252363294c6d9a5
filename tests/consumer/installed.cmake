# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs Heddle, moves the prefix, and builds projects in C++ and in C against it. SHARED says which libraries; if
# the build under test has the other kind, Heddle's libraries are built once more.
include("${CMAKE_CURRENT_LIST_DIR}/consumer.cmake")

set(build "${HEDDLE_BUILD}")
if((SHARED AND NOT HEDDLE_BUILD_SHARED) OR (NOT SHARED AND HEDDLE_BUILD_SHARED))
  set(build "${WORK}/heddle")
  configure_and_build("${HEDDLE_SOURCE_DIR}" "${build}" all -DBUILD_SHARED_LIBS=${SHARED}
    -DHEDDLE_ENABLE_TESTS=OFF -DHEDDLE_ENABLE_PERF=OFF -DHEDDLE_ENABLE_EXAMPLES=OFF -DHEDDLE_ENABLE_CLI=OFF
    -DHEDDLE_ENABLE_CAPI=${HEDDLE_BUILD_CAPI})
endif()
run("${CMAKE_COMMAND}" --install "${build}" --prefix "${WORK}/first")
file(RENAME "${WORK}/first" "${WORK}/moved")

# Nothing installed may point to where it was built.
file(GLOB_RECURSE package "${WORK}/moved/*.cmake" "${WORK}/moved/*.hpp" "${WORK}/moved/*.h")
foreach(file IN LISTS package)
  file(READ "${file}" text)
  foreach(place IN ITEMS "${HEDDLE_SOURCE_DIR}/core" "${build}" "${WORK}/first")
    string(FIND "${text}" "${place}" found)
    if(NOT found EQUAL -1)
      message(FATAL_ERROR "${file} points to ${place}")
    endif()
  endforeach()
endforeach()

build_and_run(installed "-DCMAKE_PREFIX_PATH=${WORK}/moved")
if(NOT SHARED)  # examples find all that they ask for; their sources are built with Heddle's own
  file(GLOB examples "${HEDDLE_SOURCE_DIR}/examples/[0-9]*/CMakeLists.txt")
  foreach(file IN LISTS examples)
    get_filename_component(folder "${file}" DIRECTORY)
    get_filename_component(name "${folder}" NAME)
    run("${CMAKE_COMMAND}" -G "${CONSUMER_GENERATOR}" -C "${SETTINGS}" -S "${folder}" -B "${WORK}/${name}"
      "-DCMAKE_PREFIX_PATH=${WORK}/moved")
  endforeach()
endif()
if(HEDDLE_BUILD_CAPI)
  build_and_run(c "-DCMAKE_PREFIX_PATH=${WORK}/moved")
  include("${CMAKE_CURRENT_LIST_DIR}/pkgconfig.cmake")
endif()
