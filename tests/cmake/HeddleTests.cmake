# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Backends whose tests are built. The preset cuda builds those of CUDA alone: the others are the same
# as in the preset openmp, where no nvcc slows them down.
set(HEDDLE_TEST_BACKENDS "${HEDDLE_BACKENDS}" CACHE STRING "Backends whose tests are built")
mark_as_advanced(HEDDLE_TEST_BACKENDS)
foreach(backend IN LISTS HEDDLE_TEST_BACKENDS)
  if(NOT backend IN_LIST HEDDLE_BACKENDS)
    message(FATAL_ERROR "HEDDLE_TEST_BACKENDS: this Kokkos has no ${backend}, it has ${HEDDLE_BACKENDS}")
  endif()
endforeach()

# heddle_add_tests(<module> SOURCES <file>... LIBRARIES <target>... [HOST]
#                  [ONE_HOST] [DATA_ONCE] [THREADS <count>...] [LABELS <label>...])
# Compiles the sources once per backend into test_<module>_<backend> (TEST_EXECSPACE is the
# execution space) and registers it with ctest: each GoogleTest suite is one entry
# <module>.<suite>.<backend>, OpenMP with 1, 2 and 4 threads, or THREADS. Suites are read from the sources
# (TEST, TEST_F, TEST_P's fixture), not by running the program: no CUDA program loads without a
# driver. HOST: sources that know no Kokkos, one executable test_<module>, no backend.
# ONE_HOST: code that knows no host backend from another is tested with OpenMP alone where that is
# built; the preset serial tests it with Serial.
# Suites whose name ends in "Data" get the labels data and slow instead of quick. DATA_ONCE: on hosts
# those run with OpenMP on 2 threads alone.
function(heddle_add_tests module)
  cmake_parse_arguments(arg "HOST;ONE_HOST;DATA_ONCE" "" "SOURCES;LIBRARIES;THREADS;LABELS" ${ARGN})
  set(suites "")
  foreach(source IN LISTS arg_SOURCES)
    file(STRINGS "${source}" lines REGEX "^(TEST|TEST_F|TEST_P|TYPED_TEST)\\(")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^[A-Z_]+\\(([A-Za-z0-9_]+).*$" "\\1" suite "${line}")
      list(APPEND suites ${suite})
    endforeach()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
  endforeach()
  list(REMOVE_DUPLICATES suites)

  if(arg_HOST)
    heddle_test_executable(test_${module} "" "${arg_SOURCES}" "${arg_LIBRARIES}")
    foreach(suite IN LISTS suites)
      heddle_register_test(${module}.${suite} test_${module} ${suite} "${module};${arg_LABELS}" "")
    endforeach()
    return()
  endif()
  # Idle threads sleep: on a busy machine spinning ones make small kernels a hundred times slower.
  # But not at once: to wake one for each small kernel takes ten times as long as the kernel.
  set(openmp_manners "OMP_PROC_BIND=false;OMP_WAIT_POLICY=passive;GOMP_SPINCOUNT=1000")
  foreach(backend IN LISTS HEDDLE_TEST_BACKENDS)
    if(arg_ONE_HOST AND backend STREQUAL "Serial" AND "OpenMP" IN_LIST HEDDLE_TEST_BACKENDS)
      continue()
    endif()
    string(TOLOWER ${backend} lower)
    set(target test_${module}_${lower})
    heddle_test_executable(${target} ${backend} "${arg_SOURCES}" "${arg_LIBRARIES}")
    foreach(suite IN LISTS suites)
      set(labels "${module};${lower};${arg_LABELS}")
      set(thread_counts 1 2 4)
      if(arg_THREADS)
        set(thread_counts ${arg_THREADS})
      endif()
      if(arg_DATA_ONCE AND suite MATCHES "Data$")
        set(thread_counts 2)
        if(backend STREQUAL "Serial")
          continue()
        endif()
      endif()
      if(backend STREQUAL "OpenMP")
        foreach(threads IN LISTS thread_counts)
          heddle_register_test(${module}.${suite}.${lower}${threads} ${target} ${suite} "${labels}"
                               "OMP_NUM_THREADS=${threads};${openmp_manners}")
        endforeach()
      else()
        heddle_register_test(${module}.${suite}.${lower} ${target} ${suite} "${labels}"
                             "OMP_NUM_THREADS=1;${openmp_manners}")
      endif()
    endforeach()
  endforeach()
endfunction()

function(heddle_test_executable target backend sources libraries)
  add_executable(${target} ${sources})
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}")
  target_compile_definitions(${target} PRIVATE
    HEDDLE_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data"
    HEDDLE_EXAMPLE_DATA="${PROJECT_SOURCE_DIR}/examples/data")
  target_link_libraries(${target} PRIVATE ${libraries} GTest::gtest)
  if(backend)
    target_compile_definitions(${target} PRIVATE TEST_EXECSPACE=Kokkos::${backend})
    target_link_libraries(${target} PRIVATE heddle_test_main)
    heddle_kokkos_language(${target})
    if(NOT "Cuda" IN_LIST HEDDLE_BACKENDS)
      target_precompile_headers(${target} REUSE_FROM heddle_test_main)
    endif()
  else()
    target_link_libraries(${target} PRIVATE GTest::gtest_main)
  endif()
  heddle_private_options(${target})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
endfunction()

# One ctest entry: quick ones have 10 s, data ones run real matrices and have long. The entry is also
# a line of the table that HeddleRunTests.cmake puts into run_tests.
function(heddle_register_test name target suite labels environment)
  set(filter "${suite}.*:*/${suite}.*:${suite}/*")
  if(suite MATCHES "Data$")
    list(APPEND labels data slow)
    set(timeout 600)
  else()
    list(APPEND labels quick)
    set(timeout 10)
  endif()
  list(REMOVE_ITEM labels "")
  set(processors 1)
  if(environment MATCHES "OMP_NUM_THREADS=([0-9]+)")
    set(processors ${CMAKE_MATCH_1})
  endif()
  add_test(NAME ${name} COMMAND ${target} "--gtest_filter=${filter}")
  # A filter that selects nothing is a failure; skipped is only what skipped all it selected.
  set_tests_properties(${name} PROPERTIES LABELS "${labels}" ENVIRONMENT "${environment}"
    TIMEOUT ${timeout} PROCESSORS ${processors}
    FAIL_REGULAR_EXPRESSION "0 tests from 0 test suites ran"
    SKIP_REGULAR_EXPRESSION "PASSED  \\] 0 tests\\.\n(\\[  SKIPPED \\][^\n]*\n)+$")
  list(JOIN labels "," labels)
  list(JOIN environment " " environment)
  set_property(GLOBAL APPEND PROPERTY HEDDLE_TEST_ENTRIES
    "${name} ${target} ${filter} ${labels} ${timeout} ${environment}")
endfunction()

# heddle_add_not_compiled(<module> <library> <message>...): cases of not_compiled.cpp in this folder,
# which ctest builds. Case 0 must build; case N must not, and the compiler must say the N-th message
# (a regular expression).
function(heddle_add_not_compiled module library)
  set(case 0)
  foreach(message IN ITEMS "" ${ARGN})
    set(target heddle_${module}_not_compiled_${case})
    add_library(${target} OBJECT EXCLUDE_FROM_ALL not_compiled.cpp)
    target_compile_definitions(${target} PRIVATE HEDDLE_CASE=${case})
    target_link_libraries(${target} PRIVATE ${library})
    heddle_kokkos_language(${target})
    add_test(NAME ${module}.not_compiled.${case}
      COMMAND "${CMAKE_COMMAND}" --build "${PROJECT_BINARY_DIR}" --config $<CONFIG> --target ${target})
    set_tests_properties(${module}.not_compiled.${case} PROPERTIES LABELS "${module};style" TIMEOUT 300
      RESOURCE_LOCK heddle_build_tree PASS_REGULAR_EXPRESSION "${message}")
    math(EXPR case "${case} + 1")
  endforeach()
endfunction()
