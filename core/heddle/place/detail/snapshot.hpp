// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// What an array held before a measurement, and how it comes back. Knows no Kokkos.
#pragma once

#include <heddle/place/detail/transfers.hpp>

#include <memory>
#include <string>

namespace heddle::place::detail {

/// The contents of one array, kept in host memory of its context's budget, with its versions. The
/// memory goes back with the object.
class Snapshot {
 public:
  /// Waits for the array's writers. Throws out_of_memory.
  Snapshot(User const& user, std::shared_ptr<Record> record);
  ~Snapshot();
  Snapshot(Snapshot&&) noexcept = default;
  Snapshot& operator=(Snapshot&&) = delete;

  /// Contents, version and valid places are those of before; may be done several times.
  void restore(User const& user) const;
  Record const* record() const { return record_.get(); }

 private:
  void restore_copy(User const& user, Side side) const;

  std::shared_ptr<Record> record_;
  Block block_;
  std::uint64_t version_;
  Name writer_, lost_by_;
  Side writer_place_;
  bool seen_;
  bool at_host_, at_device_;
};

}  // namespace heddle::place::detail
