// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/base/error.hpp>

#include <gtest/gtest.h>

#include <string>

namespace {

using heddle::ErrorCode;

constexpr int raising_line = __LINE__ + 2;
void demand_even(int number) {
  HEDDLE_EXPECTS(number % 2 == 0, invalid_argument, std::to_string(number) + " is odd");
}

TEST(Error, carries_code_message_and_place) {
  try {
    demand_even(3);
    FAIL() << "nothing was thrown";
  } catch (heddle::error const& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_EQ(error.message(), "3 is odd");
    EXPECT_TRUE(error.file().ends_with("test_error.cpp"));
    EXPECT_FALSE(error.file().starts_with("/"));
    EXPECT_EQ(error.line(), raising_line);
  }
}

TEST(Error, what_is_one_line_with_the_place) {
  try {
    demand_even(5);
    FAIL() << "nothing was thrown";
  } catch (std::exception const& error) {
    std::string const what = error.what();
    EXPECT_TRUE(what.starts_with("5 is odd ["));
    EXPECT_TRUE(what.ends_with("test_error.cpp:" + std::to_string(raising_line) + "]"));
    EXPECT_EQ(what.find('\n'), std::string::npos);
  }
}

TEST(Error, shows_no_path_outside_the_include_root) {
  heddle::error const ours(ErrorCode::internal, "m", "/a/b/core/heddle/io/read.cpp", 7);
  EXPECT_EQ(ours.file(), "heddle/io/read.cpp");
  EXPECT_STREQ(ours.what(), "m [heddle/io/read.cpp:7]");
  // A checkout or user folder called heddle is not the include root.
  heddle::error const nested(ErrorCode::internal, "m", "/a/heddle/core/heddle/io/read.cpp", 7);
  EXPECT_EQ(nested.file(), "heddle/io/read.cpp");
  heddle::error const foreign(ErrorCode::internal, "m", "/a/b/solver.cpp", 8);
  EXPECT_EQ(foreign.file(), "solver.cpp");
}

TEST(Error, evaluates_the_message_only_on_failure) {
  int evaluations = 0;
  auto const message = [&] {
    ++evaluations;
    return std::string("unused");
  };
  HEDDLE_EXPECTS(evaluations == 0, internal, message());
  EXPECT_EQ(evaluations, 0);
  EXPECT_THROW(HEDDLE_EXPECTS(evaluations == 1, internal, message()), heddle::error);
  EXPECT_EQ(evaluations, 1);
}

TEST(Error, is_one_statement) {
  // Without braces, an if inside the macro would capture this else.
  bool reached_else = false;
  if (false)
    HEDDLE_EXPECTS(true, internal, "never");
  else
    reached_else = true;
  EXPECT_TRUE(reached_else);
}

TEST(Error, codes_have_their_own_names) {
  EXPECT_EQ(heddle::to_string(ErrorCode::invalid_argument), "invalid_argument");
  EXPECT_EQ(heddle::to_string(ErrorCode::invalid_state), "invalid_state");
  EXPECT_EQ(heddle::to_string(ErrorCode::invalid_matrix), "invalid_matrix");
  EXPECT_EQ(heddle::to_string(ErrorCode::pattern_mismatch), "pattern_mismatch");
  EXPECT_EQ(heddle::to_string(ErrorCode::unsupported), "unsupported");
  EXPECT_EQ(heddle::to_string(ErrorCode::not_initialized), "not_initialized");
  EXPECT_EQ(heddle::to_string(ErrorCode::file_not_found), "file_not_found");
  EXPECT_EQ(heddle::to_string(ErrorCode::bad_format), "bad_format");
  EXPECT_EQ(heddle::to_string(ErrorCode::out_of_memory), "out_of_memory");
  EXPECT_EQ(heddle::to_string(ErrorCode::internal), "internal");
  EXPECT_EQ(heddle::to_string(ErrorCode::bad_pattern), "bad_pattern");
  EXPECT_EQ(heddle::to_string(ErrorCode::size_mismatch), "size_mismatch");
  EXPECT_EQ(heddle::to_string(ErrorCode::invalid_coloring), "invalid_coloring");
  EXPECT_EQ(heddle::to_string(ErrorCode::pattern_too_small), "pattern_too_small");
  EXPECT_EQ(heddle::to_string(ErrorCode::traced_branch), "traced_branch");
  EXPECT_EQ(heddle::to_string(ErrorCode::no_reverse), "no_reverse");
  EXPECT_EQ(heddle::to_string(ErrorCode::unsupported_place), "unsupported_place");
  EXPECT_EQ(heddle::to_string(ErrorCode::output_too_small), "output_too_small");
  EXPECT_EQ(heddle::to_string(ErrorCode::capacity_below_size), "capacity_below_size");
  EXPECT_EQ(heddle::to_string(ErrorCode::not_power_of_two), "not_power_of_two");
  EXPECT_EQ(heddle::to_string(ErrorCode::build_failed), "build_failed");
  EXPECT_EQ(heddle::to_string(ErrorCode::unwritten_read), "unwritten_read");
  EXPECT_EQ(heddle::to_string(ErrorCode::lost_data), "lost_data");
  EXPECT_EQ(heddle::to_string(ErrorCode::overlapping_access), "overlapping_access");
  EXPECT_EQ(heddle::to_string(ErrorCode::conflicting_writes), "conflicting_writes");
  EXPECT_EQ(heddle::to_string(ErrorCode::copy_in_parallel_region), "copy_in_parallel_region");
  EXPECT_EQ(heddle::to_string(ErrorCode::refused_in_capture), "refused_in_capture");
  EXPECT_EQ(heddle::to_string(ErrorCode::capture_failed), "capture_failed");
  EXPECT_EQ(heddle::to_string(ErrorCode::unjoined_branch), "unjoined_branch");
  EXPECT_EQ(heddle::to_string(ErrorCode::foreign_node), "foreign_node");
  EXPECT_EQ(heddle::to_string(ErrorCode::stale_handle), "stale_handle");
  EXPECT_EQ(heddle::to_string(ErrorCode::opaque_node), "opaque_node");
  EXPECT_EQ(heddle::to_string(ErrorCode::stale_buffer), "stale_buffer");
  EXPECT_EQ(heddle::to_string(ErrorCode::backend_failure), "backend_failure");
  EXPECT_EQ(heddle::to_string(ErrorCode::copy_refused), "copy_refused");
  EXPECT_EQ(heddle::to_string(ErrorCode::device_fault), "device_fault");
  EXPECT_EQ(heddle::to_string(ErrorCode::bad_option), "bad_option");
}

}  // namespace
