# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Steps that the consumer scripts share. The variables SETTINGS and WORK come with the command line.
include("${SETTINGS}")

function(run)
  list(JOIN ARGN " " command)
  message(STATUS "${command}")
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status)
  if(status)
    message(FATAL_ERROR "exit status ${status}: ${command}")
  endif()
endfunction()

# configure_and_build(<source folder> <build folder> <target> <argument>...)
function(configure_and_build source build target)
  run("${CMAKE_COMMAND}" -G "${CONSUMER_GENERATOR}" -C "${SETTINGS}" -S "${source}" -B "${build}" ${ARGN})
  run("${CMAKE_COMMAND}" --build "${build}" --target "${target}" --parallel 2)
endfunction()

# build_and_run(<project folder> <argument>...): each project makes the program `consumer`, and of
# Heddle only what that needs.
function(build_and_run project)
  configure_and_build("${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${project}" "${WORK}/build_${project}" consumer ${ARGN})
  run("${WORK}/build_${project}/consumer")
endfunction()

file(REMOVE_RECURSE "${WORK}")
