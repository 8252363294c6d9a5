// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/io/read.hpp>

#include <heddle/io/detail/load.hpp>
#include <heddle/io/detail/text.hpp>

#include <new>

namespace heddle::io {
namespace {

[[noreturn]] void report_lack_of_memory(std::string const& name) {
  throw error(ErrorCode::out_of_memory,
              detail::printable_path(name) + ": the file does not fit into memory", __FILE__,
              __LINE__);
}

/// Plain text of either kind.
Matrix parse_text(std::span<char const> text, std::string const& name, ReadOptions const& options) {
  switch (detail::kind_of(text, name)) {
    case detail::FileKind::matrix_market: return parse_matrix_market(text, name, options);
    case detail::FileKind::harwell_boeing: return parse_harwell_boeing(text, name, options);
    case detail::FileKind::gzip: break;
  }
  detail::fail(name, 1, "gzip data inside gzip data");
}

}  // namespace

Matrix parse_matrix(std::span<char const> contents, std::string const& name,
                    ReadOptions const& options) {
  HEDDLE_EXPECTS(options.max_gzip_ratio > 0, invalid_argument, "max_gzip_ratio is not positive");
  try {
    if (detail::kind_of(contents, name) != detail::FileKind::gzip) {
      return parse_text(contents, name, options);
    }
    // The compressed bytes stay while the text is parsed: they belong to the caller.
    auto const text = detail::inflate_gzip(contents, name, options.max_gzip_ratio);
    return parse_text(text.view(), name, options);
  } catch (std::bad_alloc const&) {
    report_lack_of_memory(name);
  }
}

Matrix read_matrix(std::string const& path, ReadOptions const& options) {
  try {
    auto const bytes = detail::load_file(path);
    return parse_matrix(bytes.view(), path, options);
  } catch (std::bad_alloc const&) {
    report_lack_of_memory(path);
  }
}

}  // namespace heddle::io
