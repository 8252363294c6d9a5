! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! The C API of Heddle for Fortran 2003 and later: add this file to your sources and link Heddle::c. What the calls do
! is said in the C headers beside it. Handles are type(c_ptr), null before they are made. Arrays that may be of several
! types, or left out, are type(c_ptr), too: c_loc(array) or c_null_ptr. Indices start at 0, as in C.
module heddle
  use, intrinsic :: iso_c_binding
  implicit none
  private :: text_length

  integer(c_int), parameter :: HEDDLE_SUCCESS = 0, HEDDLE_TABLE_FULL = 1, HEDDLE_ILL_CONDITIONED = 11, &
    HEDDLE_PIVOT_DEGRADED = 12, HEDDLE_STRUCTURALLY_SINGULAR = 13, HEDDLE_NUMERICALLY_SINGULAR = 14, &
    HEDDLE_ZERO_PIVOT = 15, HEDDLE_NON_FINITE = 16, HEDDLE_TOO_LARGE = 17, HEDDLE_LU_OUT_OF_MEMORY = 18, &
    HEDDLE_NOT_CONVERGED = 19, HEDDLE_INVALID_ARGUMENT = -1, HEDDLE_INVALID_STATE = -2, HEDDLE_INVALID_MATRIX = -3, &
    HEDDLE_PATTERN_MISMATCH = -4, HEDDLE_UNSUPPORTED = -5, HEDDLE_NOT_INITIALIZED = -6, HEDDLE_OUT_OF_MEMORY = -9, &
    HEDDLE_INTERNAL = -10, HEDDLE_BAD_PATTERN = -14, HEDDLE_SIZE_MISMATCH = -15, HEDDLE_INVALID_COLORING = -16, &
    HEDDLE_UNSUPPORTED_PLACE = -17, HEDDLE_OUTPUT_TOO_SMALL = -18, HEDDLE_CAPACITY_BELOW_SIZE = -19, &
    HEDDLE_FOREIGN_ERROR = -1000
  integer(c_int), parameter :: HEDDLE_HOST = 0, HEDDLE_DEVICE = 1
  integer(c_int), parameter :: HEDDLE_F32 = 0, HEDDLE_F64 = 1, HEDDLE_C64 = 2, HEDDLE_C128 = 3
  integer(c_int), parameter :: HEDDLE_NONE = 0, HEDDLE_TRANSPOSE = 1, HEDDLE_CONJUGATE_TRANSPOSE = 2
  integer(c_int), parameter :: HEDDLE_ORDERING_AUTOMATIC = 0, HEDDLE_ORDERING_NATURAL = 1, HEDDLE_ORDERING_AMD = 2, &
    HEDDLE_ORDERING_COLAMD = 3, HEDDLE_ORDERING_NESTED_DISSECTION = 4
  integer(c_int), parameter :: HEDDLE_MATCHING_AUTOMATIC = 0, HEDDLE_MATCHING_NONE = 1, HEDDLE_MATCHING_CARDINALITY = 2, &
    HEDDLE_MATCHING_WEIGHTED = 3
  integer(c_int), parameter :: HEDDLE_PIVOTS_RECOVER = 0, HEDDLE_PIVOTS_PERTURB = 1, HEDDLE_PIVOTS_FAIL = 2
  integer(c_int), parameter :: HEDDLE_REFINEMENT_AUTOMATIC = 0, HEDDLE_REFINEMENT_FIXED = 1, HEDDLE_REFINEMENT_OFF = 2
  integer(c_int), parameter :: HEDDLE_COLUMNS = 0, HEDDLE_ROWS = 1, HEDDLE_BIDIRECTIONAL = 2, HEDDLE_DISTANCE1 = 3, &
    HEDDLE_DISTANCE2 = 4, HEDDLE_STAR = 5, HEDDLE_ACYCLIC = 6
  integer(c_int8_t), parameter :: HEDDLE_ITEM_INSERTED = 1, HEDDLE_ITEM_UPDATED = 2, HEDDLE_ITEM_EXISTS = 3, &
    HEDDLE_ITEM_FOUND = 4, HEDDLE_ITEM_NOT_FOUND = 5, HEDDLE_ITEM_ERASED = 6, HEDDLE_ITEM_FULL = 7

  type, bind(c) :: heddle_map_counts
    integer(c_int64_t) :: inserted, updated, exists, found, not_found, erased, full
  end type
  type, bind(c) :: heddle_lu_options
    integer(c_size_t) :: struct_bytes
    integer(c_int) :: ordering, matching, block_triangular, expected_factorizations, pivots, in_place, refinement, &
      refinement_steps
    integer(c_int64_t) :: memory_limit
  end type
  type, bind(c) :: heddle_lu_report
    integer(c_int64_t) :: rows, entries, structural_rank, blocks, levels, factor_entries, multiply_adds, bytes
    integer(c_int) :: is_factored
    integer(c_int64_t) :: generation, perturbed, first_bad_row, first_bad_column
    real(c_double) :: reciprocal_growth, reciprocal_condition, log_determinant, determinant_phase(2), backward_error
    integer(c_int) :: refinements
  end type
  type, bind(c) :: heddle_color_options
    integer(c_size_t) :: struct_bytes
    integer(c_int) :: kind, order, method, balance, symmetrize
    integer(c_int64_t) :: seed
  end type
  type, bind(c) :: heddle_coloring_report
    integer(c_int64_t) :: rows, columns, entries
    integer(c_int32_t) :: colors, row_colors, lower_bound
    integer(c_int) :: kind
  end type

  interface
    integer(c_int) function heddle_initialize() bind(c)
      import
    end function
    integer(c_int) function heddle_finalize() bind(c)
      import
    end function
    integer(c_int) function heddle_version() bind(c)
      import
    end function
    type(c_ptr) function heddle_last_message() bind(c)
      import
    end function

    ! backend: a name that ends with c_null_char.
    integer(c_int) function heddle_context_create(backend, stream, context) bind(c)
      import
      character(kind=c_char), intent(in) :: backend(*)
      type(c_ptr), value :: stream
      type(c_ptr), intent(out) :: context
    end function
    subroutine heddle_context_free(context) bind(c)
      import
      type(c_ptr), value :: context
    end subroutine

    ! keys, values, statuses, counts: c_loc of what the C header says, or c_null_ptr.
    integer(c_int) function heddle_map_u32_create(context, capacity, grows, map) bind(c)
      import
      type(c_ptr), value :: context
      integer(c_size_t), value :: capacity
      integer(c_int), value :: grows
      type(c_ptr), intent(out) :: map
    end function
    subroutine heddle_map_u32_free(map) bind(c)
      import
      type(c_ptr), value :: map
    end subroutine
    integer(c_int) function heddle_map_u32_insert(map, memory, count, keys, values, statuses, counts) bind(c)
      import
      type(c_ptr), value :: map, keys, values, statuses, counts
      integer(c_int), value :: memory
      integer(c_size_t), value :: count
    end function
    integer(c_int) function heddle_map_u32_insert_or_assign(map, memory, count, keys, values, statuses, counts) bind(c)
      import
      type(c_ptr), value :: map, keys, values, statuses, counts
      integer(c_int), value :: memory
      integer(c_size_t), value :: count
    end function
    integer(c_int) function heddle_map_u32_insert_or_add(map, memory, count, keys, values, statuses, counts) bind(c)
      import
      type(c_ptr), value :: map, keys, values, statuses, counts
      integer(c_int), value :: memory
      integer(c_size_t), value :: count
    end function
    integer(c_int) function heddle_map_u32_find(map, memory, count, keys, values, miss, statuses, counts) bind(c)
      import
      type(c_ptr), value :: map, keys, values, statuses, counts
      integer(c_int), value :: memory
      integer(c_size_t), value :: count
      integer(c_int32_t), value :: miss
    end function
    integer(c_int) function heddle_map_u32_erase(map, memory, count, keys, statuses, counts) bind(c)
      import
      type(c_ptr), value :: map, keys, statuses, counts
      integer(c_int), value :: memory
      integer(c_size_t), value :: count
    end function
    integer(c_int) function heddle_map_u32_size(map, length) bind(c)
      import
      type(c_ptr), value :: map
      integer(c_size_t), intent(out) :: length
    end function
    integer(c_int) function heddle_map_u32_capacity(map, capacity) bind(c)
      import
      type(c_ptr), value :: map
      integer(c_size_t), intent(out) :: capacity
    end function
    integer(c_int) function heddle_map_u32_retrieve_all(map, memory, room, keys, values, sorted, length) bind(c)
      import
      type(c_ptr), value :: map, keys, values
      integer(c_int), value :: memory, sorted
      integer(c_size_t), value :: room
      integer(c_size_t), intent(out) :: length
    end function
    integer(c_int) function heddle_map_u32_rehash(map, slots) bind(c)
      import
      type(c_ptr), value :: map
      integer(c_size_t), value :: slots
    end function
    integer(c_int) function heddle_map_u32_clear(map) bind(c)
      import
      type(c_ptr), value :: map
    end function
    ! keys, values, statuses, counts: c_loc of what the C header says, or c_null_ptr.
    integer(c_int) function heddle_map_u64_create(context, capacity, grows, map) bind(c)
      import
      type(c_ptr), value :: context
      integer(c_size_t), value :: capacity
      integer(c_int), value :: grows
      type(c_ptr), intent(out) :: map
    end function
    subroutine heddle_map_u64_free(map) bind(c)
      import
      type(c_ptr), value :: map
    end subroutine
    integer(c_int) function heddle_map_u64_insert(map, memory, count, keys, values, statuses, counts) bind(c)
      import
      type(c_ptr), value :: map, keys, values, statuses, counts
      integer(c_int), value :: memory
      integer(c_size_t), value :: count
    end function
    integer(c_int) function heddle_map_u64_insert_or_assign(map, memory, count, keys, values, statuses, counts) bind(c)
      import
      type(c_ptr), value :: map, keys, values, statuses, counts
      integer(c_int), value :: memory
      integer(c_size_t), value :: count
    end function
    integer(c_int) function heddle_map_u64_insert_or_add(map, memory, count, keys, values, statuses, counts) bind(c)
      import
      type(c_ptr), value :: map, keys, values, statuses, counts
      integer(c_int), value :: memory
      integer(c_size_t), value :: count
    end function
    integer(c_int) function heddle_map_u64_find(map, memory, count, keys, values, miss, statuses, counts) bind(c)
      import
      type(c_ptr), value :: map, keys, values, statuses, counts
      integer(c_int), value :: memory
      integer(c_size_t), value :: count
      integer(c_int64_t), value :: miss
    end function
    integer(c_int) function heddle_map_u64_erase(map, memory, count, keys, statuses, counts) bind(c)
      import
      type(c_ptr), value :: map, keys, statuses, counts
      integer(c_int), value :: memory
      integer(c_size_t), value :: count
    end function
    integer(c_int) function heddle_map_u64_size(map, length) bind(c)
      import
      type(c_ptr), value :: map
      integer(c_size_t), intent(out) :: length
    end function
    integer(c_int) function heddle_map_u64_capacity(map, capacity) bind(c)
      import
      type(c_ptr), value :: map
      integer(c_size_t), intent(out) :: capacity
    end function
    integer(c_int) function heddle_map_u64_retrieve_all(map, memory, room, keys, values, sorted, length) bind(c)
      import
      type(c_ptr), value :: map, keys, values
      integer(c_int), value :: memory, sorted
      integer(c_size_t), value :: room
      integer(c_size_t), intent(out) :: length
    end function
    integer(c_int) function heddle_map_u64_rehash(map, slots) bind(c)
      import
      type(c_ptr), value :: map
      integer(c_size_t), value :: slots
    end function
    integer(c_int) function heddle_map_u64_clear(map) bind(c)
      import
      type(c_ptr), value :: map
    end function

    subroutine heddle_lu_default_options(options) bind(c)
      import
      type(heddle_lu_options), intent(out) :: options
    end subroutine
    ! options: c_loc of a heddle_lu_options, or c_null_ptr.
    integer(c_int) function heddle_lu_analyze_i32(context, value_type, memory, n, num_entries, row_offsets, columns, &
                                                  values, options, lu) bind(c)
      import
      type(c_ptr), value :: context, values, options
      integer(c_int), value :: value_type, memory
      integer(c_int64_t), value :: n, num_entries
      integer(c_int32_t), intent(in) :: row_offsets(*), columns(*)
      type(c_ptr), intent(out) :: lu
    end function
    integer(c_int) function heddle_lu_analyze_i64(context, value_type, memory, n, num_entries, row_offsets, columns, &
                                                  values, options, lu) bind(c)
      import
      type(c_ptr), value :: context, values, options
      integer(c_int), value :: value_type, memory
      integer(c_int64_t), value :: n, num_entries
      integer(c_int64_t), intent(in) :: row_offsets(*)
      integer(c_int32_t), intent(in) :: columns(*)
      type(c_ptr), intent(out) :: lu
    end function
    subroutine heddle_lu_free(lu) bind(c)
      import
      type(c_ptr), value :: lu
    end subroutine
    integer(c_int) function heddle_lu_factor(lu, memory, values) bind(c)
      import
      type(c_ptr), value :: lu, values
      integer(c_int), value :: memory
    end function
    integer(c_int) function heddle_lu_refactor(lu, memory, values) bind(c)
      import
      type(c_ptr), value :: lu, values
      integer(c_int), value :: memory
    end function
    integer(c_int) function heddle_lu_solve(lu, operation, memory, num_rhs, b, x) bind(c)
      import
      type(c_ptr), value :: lu, b, x
      integer(c_int), value :: operation, memory
      integer(c_int64_t), value :: num_rhs
    end function
    integer(c_int) function heddle_lu_info(lu, report) bind(c)
      import
      type(c_ptr), value :: lu
      type(heddle_lu_report), intent(out) :: report
    end function

    subroutine heddle_color_default_options(options) bind(c)
      import
      type(heddle_color_options), intent(out) :: options
    end subroutine
    ! options: c_loc of a heddle_color_options, or c_null_ptr.
    integer(c_int) function heddle_color_i32(context, memory, num_rows, num_columns, num_entries, row_offsets, &
                                             columns, options, coloring) bind(c)
      import
      type(c_ptr), value :: context, options
      integer(c_int), value :: memory
      integer(c_int64_t), value :: num_rows, num_columns, num_entries
      integer(c_int32_t), intent(in) :: row_offsets(*), columns(*)
      type(c_ptr), intent(out) :: coloring
    end function
    integer(c_int) function heddle_color_i64(context, memory, num_rows, num_columns, num_entries, row_offsets, &
                                             columns, options, coloring) bind(c)
      import
      type(c_ptr), value :: context, options
      integer(c_int), value :: memory
      integer(c_int64_t), value :: num_rows, num_columns, num_entries
      integer(c_int64_t), intent(in) :: row_offsets(*)
      integer(c_int32_t), intent(in) :: columns(*)
      type(c_ptr), intent(out) :: coloring
    end function
    subroutine heddle_coloring_free(coloring) bind(c)
      import
      type(c_ptr), value :: coloring
    end subroutine
    integer(c_int) function heddle_coloring_info(coloring, report) bind(c)
      import
      type(c_ptr), value :: coloring
      type(heddle_coloring_report), intent(out) :: report
    end function
    ! row_colors: c_null_ptr unless the colouring is bidirectional.
    integer(c_int) function heddle_coloring_colors(coloring, memory, colors, row_colors) bind(c)
      import
      type(c_ptr), value :: coloring, row_colors
      integer(c_int), value :: memory
      integer(c_int32_t), intent(out) :: colors(*)
    end function
    integer(c_int) function heddle_coloring_seeds(coloring, memory, seeds) bind(c)
      import
      type(c_ptr), value :: coloring
      integer(c_int), value :: memory
      real(c_double), intent(out) :: seeds(*)
    end function
    integer(c_int) function heddle_coloring_recover(coloring, memory, compressed, values) bind(c)
      import
      type(c_ptr), value :: coloring
      integer(c_int), value :: memory
      real(c_double), intent(in) :: compressed(*)
      real(c_double), intent(out) :: values(*)
    end function
  end interface

contains

  ! What heddle_last_message points to, as a string of Fortran.
  function heddle_last_text() result(text)
    character(:), allocatable :: text
    character(kind=c_char), pointer :: letters(:)
    type(c_ptr) :: message
    integer :: i
    message = heddle_last_message()
    call c_f_pointer(message, letters, [text_length(message)])
    allocate(character(size(letters)) :: text)
    do i = 1, size(letters)
      text(i:i) = letters(i)
    end do
  end function

  integer function text_length(message)
    type(c_ptr), intent(in) :: message
    interface
      integer(c_size_t) function strlen(text) bind(c)
        import
        type(c_ptr), value :: text
      end function
    end interface
    text_length = int(strlen(message))
  end function

end module
