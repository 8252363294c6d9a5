# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Copies programs and run_tests of the build tree to another folder, and runs them there without CMake;
# then breaks one program, which run_tests must notice.
include("${CMAKE_CURRENT_LIST_DIR}/consumer.cmake")

file(GLOB programs "${HEDDLE_BUILD}/bin/test_base*")
list(LENGTH programs count)
if(count EQUAL 0)
  message(FATAL_ERROR "no program of the tests of base in ${HEDDLE_BUILD}/bin")
endif()
file(COPY ${programs} DESTINATION "${WORK}/bin")
file(COPY "${HEDDLE_BUILD}/run_tests" DESTINATION "${WORK}")
if(HEDDLE_BUILD_SHARED)
  file(GLOB libraries "${HEDDLE_BUILD}/core/*.so*")
  file(COPY ${libraries} DESTINATION "${WORK}/core")
endif()
run("${WORK}/run_tests" -R "^base" -L quick -j 2)

list(GET programs 0 program)
get_filename_component(name "${program}" NAME)
file(WRITE "${WORK}/bin/${name}" "#!/bin/sh\nexit 3\n")
execute_process(COMMAND "${WORK}/run_tests" -R "^base" RESULT_VARIABLE status OUTPUT_VARIABLE output)
if(NOT status EQUAL 1 OR NOT output MATCHES "exit status 3" OR NOT output MATCHES ", [1-9][0-9]* failed, ")
  message(FATAL_ERROR "run_tests did not notice a broken program: exit status ${status}\n${output}")
endif()
