// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/io/detail/load.hpp>
#include <heddle/io/detail/text.hpp>

#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>
#include <new>
#include <system_error>

namespace heddle::io::detail {
namespace {

constexpr std::size_t head_bytes = std::size_t{1} << 16;       // enough to tell the kind
constexpr std::size_t free_text_bytes = std::size_t{1} << 24;  // decompressed, whatever the ratio

[[noreturn]] void cannot_read(std::string const& path, std::string const& reason) {
  throw error(ErrorCode::file_not_found, printable_path(path) + ": cannot be read: " + reason,
              __FILE__, __LINE__);
}

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

/// Opens for reading. A folder opens without an error on Linux and fails only when it is read,
/// hence the question before.
File open(std::string const& path) {
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown)) cannot_read(path, "it is a folder");
  File file(std::fopen(path.c_str(), "rb"));
  if (!file) cannot_read(path, std::generic_category().message(errno));
  // Large blocks go straight into our memory.
  std::setvbuf(file.get(), nullptr, _IONBF, 0);
  return file;
}

/// Fills the spare room of `bytes`; false at the end of the file.
bool read_some(std::FILE* file, std::string const& path, Bytes& bytes) {
  auto const spare = bytes.spare();
  auto const count = std::fread(spare.data(), 1, spare.size(), file);
  bytes.filled(count);
  if (count < spare.size() && std::ferror(file)) {
    cannot_read(path, std::generic_category().message(errno));
  }
  return count == spare.size();
}

/// Harwell-Boeing files have no magic number, but a head of fixed shape.
bool looks_like_harwell_boeing(std::span<char const> text) {
  auto const first_of_line = [&](int line) {
    char const* position = text.data();
    char const* const end = position + text.size();
    for (int k = 0; k < line && position != end; ++k) {
      position = std::find(position, end, '\n');
      if (position != end) ++position;
    }
    while (position != end && is_blank(*position)) ++position;
    return std::string_view(position,
                            static_cast<std::size_t>(std::min<std::ptrdiff_t>(3, end - position)));
  };
  // The third line gives the type in three letters, the fourth opens a bracket.
  auto const is_letter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
  auto const type = first_of_line(2);
  auto const format = first_of_line(3);
  return type.size() == 3 && std::all_of(type.begin(), type.end(), is_letter) && !format.empty() &&
         format.front() == '(';
}

/// Damaged compressed data have no line of their own: messages give the one that the text has
/// reached.
std::int64_t next_line_number(std::span<char const> text) {
  return 1 + std::count(text.begin(), text.end(), '\n');
}

/// A zlib stream that is closed with its scope.
class Inflater {
 public:
  Inflater() {
    // 15 bits of window, 16 for the gzip head with its checksum.
    if (inflateInit2(&stream_, 15 + 16) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(Inflater const&) = delete;
  Inflater& operator=(Inflater const&) = delete;

  /// Decompresses from `input` into the spare room of `text`; both advance.
  int step(std::span<char const>& input, Bytes& text) {
    constexpr std::size_t most = std::numeric_limits<uInt>::max();
    auto const spare = text.spare();
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
    stream_.avail_in = static_cast<uInt>(std::min(input.size(), most));
    stream_.next_out = reinterpret_cast<Bytef*>(spare.data());
    stream_.avail_out = static_cast<uInt>(std::min(spare.size(), most));
    auto const offered = stream_.avail_in;
    auto const room = stream_.avail_out;
    int const status = inflate(&stream_, Z_NO_FLUSH);
    input = input.subspan(offered - stream_.avail_in);
    text.filled(room - stream_.avail_out);
    return status;
  }
  void next_member() { inflateReset(&stream_); }

 private:
  z_stream stream_ = {};
};

bool is_gzip(std::span<char const> bytes) {
  return bytes.size() >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
}

/// Makes room for more text, or refuses it: too little memory is better met here than later.
void grow_text(Bytes& text, std::size_t compressed_size, std::string const& name, int max_ratio) {
  auto const size = text.view().size();
  if (size >= head_bytes && text.capacity() == head_bytes) kind_of(text.view(), name);
  if (size >= free_text_bytes && size / static_cast<std::size_t>(max_ratio) > compressed_size) {
    fail(name, next_line_number(text.view()),
         "the gzip data expand to more than " + std::to_string(max_ratio) + " times their size");
  }
  text.reserve(2 * text.capacity());
}

}  // namespace

void Bytes::reserve(std::size_t capacity) {
  if (capacity <= capacity_) return;
  auto* const moved = static_cast<char*>(std::realloc(bytes_.get(), capacity));
  if (!moved) throw std::bad_alloc();
  static_cast<void>(bytes_.release());
  bytes_.reset(moved);
  capacity_ = capacity;
}

FileKind kind_of(std::span<char const> text, std::string const& name) {
  constexpr std::string_view banner = "%%matrixmarket";
  if (text.empty()) fail(name, 1, "the file is empty");
  if (is_gzip(text)) return FileKind::gzip;
  auto const same = [](char expected, char c) {
    return c == expected || (c >= 'A' && c <= 'Z' && c - 'A' + 'a' == expected);
  };
  if (text.size() >= banner.size() &&
      std::equal(banner.begin(), banner.end(), text.begin(), same)) {
    return FileKind::matrix_market;
  }
  if (looks_like_harwell_boeing(text.first(std::min(text.size(), head_bytes)))) {
    return FileKind::harwell_boeing;
  }
  fail(name, 1, "neither a Matrix Market banner nor a Harwell-Boeing head");
}

Bytes load_file(std::string const& path) {
  auto const file = open(path);
  Bytes bytes;
  bytes.reserve(head_bytes);
  if (!read_some(file.get(), path, bytes)) return bytes;
  kind_of(bytes.view(), path);
  std::error_code unknown;
  auto const size = std::filesystem::file_size(path, unknown);
  // One more byte shows the end of the file without another round; pipes have no size and grow.
  if (!unknown && size < std::numeric_limits<std::size_t>::max()) bytes.reserve(size + 1);
  while (bytes.spare().empty() || read_some(file.get(), path, bytes)) {
    bytes.reserve(2 * bytes.capacity());
  }
  return bytes;
}

Bytes inflate_gzip(std::span<char const> compressed, std::string const& name, int max_ratio) {
  Inflater inflater;
  Bytes text;
  text.reserve(head_bytes);
  auto input = compressed;
  for (;;) {
    int const status = inflater.step(input, text);
    // Z_BUF_ERROR is no error: nothing could be done, for want of room or of input.
    if (status == Z_STREAM_END) {
      // Padding with zeros is common on tapes and in archives; anything else is a second member.
      while (!input.empty() && input.front() == '\0') input = input.subspan(1);
      if (input.empty()) return text;
      if (!is_gzip(input)) fail(name, next_line_number(text.view()), "garbage after the gzip data");
      inflater.next_member();
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      if (status == Z_MEM_ERROR) throw std::bad_alloc();
      fail(name, next_line_number(text.view()), "the gzip data are damaged here");
    } else if (text.spare().empty()) {
      grow_text(text, compressed.size(), name, max_ratio);
    } else if (input.empty()) {
      fail(name, next_line_number(text.view()), "the gzip data are cut off here");
    }
  }
}

}  // namespace heddle::io::detail
