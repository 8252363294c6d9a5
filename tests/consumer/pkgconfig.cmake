# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The program of the folder c once more, built by the C compiler and pkg-config alone.
file(GLOB_RECURSE pc "${WORK}/moved/*/heddle.pc")
find_program(pkg_config pkg-config)
find_program(c_compiler NAMES cc gcc)
if(NOT pc OR NOT pkg_config OR NOT c_compiler OR HEDDLE_SANITIZE)
  message(STATUS "pkg-config is not tested: it, heddle.pc or cc is missing, or the libraries are sanitized")
  return()
endif()
get_filename_component(folder "${pc}" DIRECTORY)
get_filename_component(libraries "${folder}" DIRECTORY)
execute_process(COMMAND "${CMAKE_COMMAND}" -E env "PKG_CONFIG_PATH=${folder}" "${pkg_config}" --cflags --libs heddle
  OUTPUT_VARIABLE flags RESULT_VARIABLE status OUTPUT_STRIP_TRAILING_WHITESPACE)
if(status)
  message(FATAL_ERROR "pkg-config does not find heddle in ${folder}")
endif()
separate_arguments(flags UNIX_COMMAND "${flags}")
run("${c_compiler}" -std=c99 "${CMAKE_CURRENT_LIST_DIR}/c/main.c" -o "${WORK}/by_pkg_config" ${flags} -lm)
run("${CMAKE_COMMAND}" -E env "LD_LIBRARY_PATH=${libraries}" "${WORK}/by_pkg_config")
