# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes run_tests into the build tree: all entries of heddle_add_tests as one shell script that needs
# no CMake. Included after the last test was added.
get_property(entries GLOBAL PROPERTY HEDDLE_TEST_ENTRIES)
list(JOIN entries "\n" HEDDLE_TEST_TABLE)
configure_file("${CMAKE_CURRENT_LIST_DIR}/../run_tests.in" "${PROJECT_BINARY_DIR}/run_tests" @ONLY
  FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
