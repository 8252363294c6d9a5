// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Files as text in memory: reading, decompressing, telling kinds apart.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>

namespace heddle::io::detail {

/// Bytes that grow without being cleared first: for large files clearing costs as much as reading.
class Bytes {
 public:
  std::span<char const> view() const { return {bytes_.get(), size_}; }
  std::span<char> spare() { return {bytes_.get() + size_, capacity_ - size_}; }
  /// Room for at least `capacity` bytes; throws std::bad_alloc.
  void reserve(std::size_t capacity);
  /// Counts `more` bytes of spare() as filled.
  void filled(std::size_t more) { size_ += more; }
  std::size_t capacity() const { return capacity_; }

 private:
  struct Free {
    void operator()(char* bytes) const { std::free(bytes); }
  };
  std::unique_ptr<char, Free> bytes_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

enum class FileKind { matrix_market, harwell_boeing, gzip };

/// Tells the kind from the first bytes of a file; throws bad_format if it is none.
FileKind kind_of(std::span<char const> text, std::string const& name);

/// The bytes of a file. Its first ones are looked at before the rest is read, so that neither a
/// device nor a file of another kind fills the memory. Throws file_not_found with the reason.
Bytes load_file(std::string const& path);

/// The text of a gzip file (one or several members). Refuses what is damaged or cut off, text that
/// is no matrix, and text that passes 16 MiB when it is over `max_ratio` times as long as the file
/// (looked at whenever the text has doubled).
Bytes inflate_gzip(std::span<char const> compressed, std::string const& name, int max_ratio);

}  // namespace heddle::io::detail
