! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! The Fortran module at work: one call of each kind, with answers that are worked by hand.
program heddle_from_fortran
  use heddle
  implicit none
  type(c_ptr) :: context = c_null_ptr
  integer :: failures = 0

  call expect(heddle_context_create("serial" // c_null_char, c_null_ptr, context) == HEDDLE_NOT_INITIALIZED, "no Kokkos")
  call expect(heddle_initialize() == HEDDLE_SUCCESS, "initialize")
  call expect(heddle_context_create("serial" // c_null_char, c_null_ptr, context) == HEDDLE_SUCCESS, "context")
  call solve_rod()
  call count_sevens()
  call recover_diagonal()
  call heddle_context_free(context)
  call expect(heddle_context_create("abacus" // c_null_char, c_null_ptr, context) == HEDDLE_UNSUPPORTED, "abacus")
  call expect(index(heddle_last_text(), "abacus") > 0, "its message")
  call expect(heddle_finalize() == HEDDLE_SUCCESS, "finalize")
  if (failures > 0) error stop 1

contains

  subroutine expect(holds, what)
    logical, intent(in) :: holds
    character(*), intent(in) :: what
    if (holds) return
    failures = failures + 1
    print *, "not so: ", what, " (", heddle_last_text(), ")"
  end subroutine

  subroutine solve_rod()
    integer(c_int32_t) :: offsets(5) = [0, 2, 5, 8, 10], columns(10) = [0, 1, 0, 1, 2, 1, 2, 3, 2, 3]
    real(c_double), target :: values(10) = [2, -1, -1, 2, -1, -1, 2, -1, -1, 2], b(4) = [5, 0, 0, 0], x(4)
    type(heddle_lu_options), target :: options
    type(heddle_lu_report) :: report
    type(c_ptr) :: lu
    call heddle_lu_default_options(options)
    options%ordering = HEDDLE_ORDERING_NATURAL
    call expect(heddle_lu_analyze_i32(context, HEDDLE_F64, HEDDLE_HOST, 4_c_int64_t, 10_c_int64_t, offsets, columns, &
                                      c_loc(values), c_loc(options), lu) == HEDDLE_SUCCESS, "analyze")
    call expect(heddle_lu_factor(lu, HEDDLE_HOST, c_loc(values)) == HEDDLE_SUCCESS, "factor")
    call expect(heddle_lu_solve(lu, HEDDLE_NONE, HEDDLE_HOST, 1_c_int64_t, c_loc(b), c_loc(x)) == HEDDLE_SUCCESS, "solve")
    call expect(maxval(abs(x - [4d0, 3d0, 2d0, 1d0])) < 1d-14, "the solution")
    call expect(heddle_lu_info(lu, report) == HEDDLE_SUCCESS, "info")
    call expect(report%rows == 4 .and. report%is_factored == 1 .and. report%determinant_phase(1) == 1d0, "the report")
    call expect(abs(report%log_determinant - log(5d0)) < 1d-14 .and. report%backward_error < 1d-15, "its numbers")
    call heddle_lu_free(lu)
  end subroutine

  subroutine count_sevens()
    integer(c_int64_t), target :: keys(5) = [7, 3, 7, 9, 7], ones(5) = 1, counts(5)
    type(heddle_map_counts), target :: outcome
    integer(c_size_t) :: length
    type(c_ptr) :: map
    call expect(heddle_map_u64_create(context, 10_c_size_t, 0_c_int, map) == HEDDLE_SUCCESS, "a map")
    call expect(heddle_map_u64_insert_or_add(map, HEDDLE_HOST, 5_c_size_t, c_loc(keys), c_loc(ones), c_null_ptr, &
                                             c_loc(outcome)) == HEDDLE_SUCCESS, "adding")
    call expect(outcome%inserted == 3 .and. outcome%updated == 2 .and. outcome%full == 0, "its counts")
    call expect(heddle_map_u64_find(map, HEDDLE_HOST, 5_c_size_t, c_loc(keys), c_loc(counts), 0_c_int64_t, c_null_ptr, &
                                    c_null_ptr) == HEDDLE_SUCCESS, "finding")
    call expect(all(counts == [3, 1, 3, 1, 3]), "how often")
    call expect(heddle_map_u64_size(map, length) == HEDDLE_SUCCESS .and. length == 3, "the size")
    call heddle_map_u64_free(map)
  end subroutine

  ! All columns of a diagonal matrix share a direction.
  subroutine recover_diagonal()
    integer(c_int64_t) :: offsets(4) = [0, 1, 2, 3]
    integer(c_int32_t) :: columns(3) = [0, 1, 2], colors(3)
    real(c_double) :: seeds(3), values(3)
    type(heddle_coloring_report) :: report
    type(c_ptr) :: coloring
    call expect(heddle_color_i64(context, HEDDLE_HOST, 3_c_int64_t, 3_c_int64_t, 3_c_int64_t, offsets, columns, &
                                 c_null_ptr, coloring) == HEDDLE_SUCCESS, "colouring")
    call expect(heddle_coloring_info(coloring, report) == HEDDLE_SUCCESS .and. report%colors == 1, "one colour")
    call expect(heddle_coloring_colors(coloring, HEDDLE_HOST, colors, c_null_ptr) == HEDDLE_SUCCESS, "colours")
    call expect(heddle_coloring_seeds(coloring, HEDDLE_HOST, seeds) == HEDDLE_SUCCESS, "seeds")
    call expect(all(colors == 0) .and. all(seeds == 1d0), "their values")
    call expect(heddle_coloring_recover(coloring, HEDDLE_HOST, [2d0, 3d0, 4d0], values) == HEDDLE_SUCCESS, "recover")
    call expect(all(values == [2d0, 3d0, 4d0]), "the diagonal")
    call heddle_coloring_free(coloring)
  end subroutine

end program
