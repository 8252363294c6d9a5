// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The accesses of one phase, from its begin to its end. Knows no Kokkos.
#pragma once

#include <heddle/place/detail/transfers.hpp>
#include <heddle/place/policy.hpp>

#include <memory>
#include <span>
#include <vector>

namespace heddle::place::detail {

/// One array of a phase.
struct Use {
  std::shared_ptr<Record> record;
  Mode mode = Mode::reads;
  bool last_use = false;  ///< the array is dropped after the phase
  bool guarded = false;   ///< what it holds survives a failure of the phase
};

/// Uses of one record become one: whoever reads and writes, updates.
std::vector<Use> merged(std::vector<Use> const& uses);

/// Opens arrays at a place. What a phase may not do is raised by the constructor, before anything
/// changes; later failures (memory, refused copies) leave every array as valid as it was.
class Accesses {
 public:
  /// `uses` are merged ones, and outlive the object.
  Accesses(User user, Side place, std::span<Use const> uses);
  /// The phase failed unless `succeed` was called.
  ~Accesses();
  Accesses(Accesses const&) = delete;
  Accesses& operator=(Accesses const&) = delete;

  /// New versions of what was written. With `eager`, results of a host phase go to the device.
  void succeed(bool eager);

 private:
  void check_and_mark(Use const& use);
  void check_views(Record const& record) const;
  void make_ready(Use const& use);
  void keep_backup(std::size_t index);
  void unmark(Record& record, Mode mode) noexcept;
  void note_device_work(Record& record, Mode mode);
  void close_written(Record& record);
  void close_failed(std::size_t index) noexcept;
  void drop_backup(std::size_t index) noexcept;

  User user_;
  Side place_;
  std::span<Use const> uses_;
  std::vector<Block> backups_;  ///< of guarded ones; as many as uses, or none
  std::size_t marked_ = 0;
  bool closed_ = false;
};

}  // namespace heddle::place::detail
