# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds and runs the project named by the last part of WORK, which builds Heddle from its sources.
include("${CMAKE_CURRENT_LIST_DIR}/consumer.cmake")
get_filename_component(project "${WORK}" NAME)
build_and_run(${project})
