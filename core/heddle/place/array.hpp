// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Arrays that phases on the host and on the device share, copied in bulk when and where needed.
#pragma once

#include <heddle/base/compiled_for.hpp>
#include <heddle/base/error.hpp>
#include <heddle/place/detail/array_layout.hpp>
#include <heddle/place/detail/open_access.hpp>
#include <heddle/place/detail/queues.hpp>
#include <heddle/place/policy.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heddle::place {

/// What an array's copy on the host is made of.
enum class HostMemory {
  pageable,
  pinned  ///< transfers need no staging and run on their own
};

/// An open access outside phases. The view may be used until the object is closed or destroyed,
/// which ends the access as a phase would: an exception in flight means failure.
template <class View>
class Guarded {
 public:
  /// Made by Array::open.
  Guarded(View view, std::unique_ptr<detail::OpenAccess> access)
      : view_(std::move(view)), access_(std::move(access)) {}
  /// The array's elements.
  View const& view() const { return view_; }
  /// The same.
  View const& operator*() const { return view_; }
  /// Ends the access early.
  void close() {
    view_ = View();
    access_.reset();
  }

 private:
  View view_;
  std::unique_ptr<detail::OpenAccess> access_;
};

/// A handle to an array with a copy on the host, one on the device, or both. Copies of the handle
/// and slices name the same array. Data is as for Kokkos::View, with rows that are trivially
/// copyable; the layout is LayoutRight at every place.
///
/// Elements are not reached through the handle, which cannot be used in a kernel: phases get plain
/// Views. Nothing is allocated before the first access. Handles may be used by several threads; two
/// accesses at once, one of them writing, are the error overlapping_access. Arrays must be gone
/// before Kokkos is finalised.
template <class Data>
class Array {
  using Layout = detail::ArrayLayout<Data>;

 public:
  using value_type = typename Layout::Value;
  using data_type = Data;
  static constexpr bool is_const = std::is_const_v<value_type>;

  /// No array.
  Array() = default;

  /// Nothing written yet: the first access must be `overwrites`. `extents`: one per dynamic extent.
  /// Throws not_initialized.
  template <CompiledBackend Exec, std::convertible_to<std::size_t>... Extents>
  Array(Exec const& exec, std::string label, Extents... extents)
      : Array(exec, std::move(label), HostMemory::pageable, extents...) {}
  /// The same with host memory of a kind.
  template <CompiledBackend Exec, std::convertible_to<std::size_t>... Extents>
  Array(Exec const& exec, std::string label, HostMemory host, Extents... extents) {
    static_assert(sizeof...(Extents) == Layout::dynamic, "one extent for each * of the data type");
    static_assert(!is_const, "an array of constants can only be adopted");
    extents_ = {static_cast<std::size_t>(extents)...};
    make_record(exec, std::move(label), host == HostMemory::pinned);
  }

  /// Takes a View as an array's copy that is valid; it is kept, never freed, and written in place.
  /// `where` it lies is clear unless both memories are the host's; then the default is the host.
  /// Throws invalid_argument if it is not contiguous by rows.
  template <CompiledBackend Exec, class View>
  static Array adopt(Exec const& exec, std::string label, View const& view,
                     Where where = Where::automatic) {
    using Memory = typename View::memory_space;
    static_assert(std::same_as<typename View::data_type, Data>,
                  "adopt: the View has another data type than the Array");
    static_assert(MemoryNear<Memory, Exec>, "adopt: the View lies in neither memory");
    constexpr bool is_host = std::same_as<Memory, Kokkos::HostSpace>;
    if (where == Where::automatic) where = is_host ? Where::host : Where::device;
    Array array;
    for (std::size_t i = 0; i < Layout::dynamic; ++i) array.extents_[i] = view.extent(i);
    array.make_record(exec, std::move(label), false);
    auto& record = *array.record_;
    HEDDLE_EXPECTS(view.span_is_contiguous() && is_by_rows(view), invalid_argument,
                   record.label + ": an adopted View must be contiguous by rows");
    auto& copy = record.at(side_of(where));
    auto owner = std::make_shared<View>(view);
    copy.block.data = const_cast<std::remove_const_t<value_type>*>(view.data());
    copy.block.bytes = record.bytes();
    copy.block.kind = record.kind_at(side_of(where));
    copy.block.owner = std::move(owner);
    copy.adopted = true;
    copy.rows = copy.kept = record.rows;
    copy.version = record.version = 1;
    record.writer = detail::intern("adopt");
    record.writer_place = side_of(where);
    return array;
  }

  /// The rows first ... first + count - 1 under a handle of their own. Reading it makes the whole
  /// array valid, writing it updates the whole array. Throws invalid_argument (range).
  Array slice(std::int64_t first, std::int64_t count) const {
    HEDDLE_EXPECTS(first >= 0 && count >= 0 && first <= rows() - count, invalid_argument,
                   label() + ": a slice beyond the array");
    Array part = *this;
    part.first_ = first_ + first;
    part.count_ = count;
    return part;
  }

  /// Changes the first extent: keeps what both sizes have, zeroes the rest, makes no version and
  /// copies nothing between places. Memory is adapted at the next access. Throws
  /// overlapping_access, invalid_argument (a slice, a negative size).
  template <CompiledBackend Exec>
  void resize(Exec const&, std::int64_t rows) {
    HEDDLE_EXPECTS(!is_slice(), invalid_argument, label() + ": a slice cannot be resized");
    detail::resize(*record_, rows);
  }

  /// States that what was written last and not read yet may be lost.
  void discard() {
    std::lock_guard const lock(record_->mutex);
    record_->seen = true;
  }

  /// The state of the copy at a place.
  State state(Where where) const {
    std::lock_guard const lock(record_->mutex);
    return record_->state(side_of(where));
  }
  /// How often the array was written.
  std::uint64_t version() const {
    std::lock_guard const lock(record_->mutex);
    return record_->version;
  }

  /// Opens the array at a place, waits if that is the host, and closes it when the result dies.
  /// Errors: those of phases.
  template <Where where, Mode mode, CompiledBackend Exec>
  auto open(Exec const& exec, std::string_view phase = "open") const {
    static_assert(where != Where::automatic, "open: at the host or at the device");
    using Memory =
        std::conditional_t<where == Where::host, Kokkos::HostSpace, typename Exec::memory_space>;
    auto user = detail::user_of(exec, detail::intern(phase));
    auto access = std::make_unique<detail::OpenAccess>(std::move(user), side_of(where),
                                                       std::vector<detail::Use>{use(mode)});
    return Guarded(view<mode, Memory>(side_of(where)), std::move(access));
  }

  /// Whether there is an array.
  explicit operator bool() const { return record_ != nullptr; }
  /// The label.
  std::string const& label() const { return record_->label; }
  /// Extent `i`; extent 0 counts rows.
  std::size_t extent(std::size_t i) const {
    if (i > 0) return i < Layout::dynamic ? extents_[i] : HostView<Data>::static_extent(i);
    return static_cast<std::size_t>(rows());
  }
  /// Elements.
  std::size_t size() const {
    return static_cast<std::size_t>(rows() * record_->row_bytes) / sizeof(value_type);
  }

  /// For Heddle's own modules: the access as the state machine sees it, and the view that goes with
  /// it once it is open.
  /// @{
  detail::Use use(Mode mode) const {
    // A slice is a part: the rest of the array must live through a write.
    bool const whole = !is_slice();
    return {record_, mode == Mode::overwrites && !whole ? Mode::updates : mode, false, false};
  }
  template <Mode mode, class Memory>
  auto view(detail::Side side) const {
    using Chosen = std::conditional_t<mode == Mode::reads, typename Layout::ConstData, Data>;
    static_assert(mode == Mode::reads || !is_const, "an array of constants cannot be written");
    auto const& block = record_->at(side).block;
    constexpr auto each = std::make_index_sequence<Layout::dynamic>();
    if (block.owner && block.uses && !is_slice()) {
      return ViewIn<Chosen, Memory>(
          *static_cast<ViewIn<typename Layout::PlainData, Memory> const*>(block.owner.get()));
    }
    auto extents = extents_;
    extents[0] = static_cast<std::size_t>(rows());
    auto* const data = static_cast<char*>(block.data) + first_ * record_->row_bytes;
    return detail::view_of_rows<Chosen, Memory>(block.data ? data : nullptr, extents, each);
  }
  std::shared_ptr<detail::Record> const& record() const { return record_; }
  std::int64_t first_row() const { return first_; }
  /// @}

 private:
  static constexpr detail::Side side_of(Where where) {
    return where == Where::device ? detail::Side::device : detail::Side::host;
  }
  bool is_slice() const { return count_ >= 0; }
  std::int64_t rows() const { return is_slice() ? count_ : record_->rows.load(); }

  template <class View>
  static bool is_by_rows(View const& view) {
    std::size_t expected = 1;
    for (std::size_t i = Layout::rank; i-- > 0;) {
      if (view.extent(i) > 1 && view.stride(i) != expected) return false;
      expected *= view.extent(i);
    }
    return true;
  }

  template <class Exec>
  void make_record(Exec const& exec, std::string label, bool pinned) {
    auto& core = Context::current(exec).core();
    record_ =
        std::make_shared<detail::Record>(std::move(label), static_cast<std::int64_t>(extents_[0]),
                                         Layout::row_bytes(extents_), pinned, core.store);
    if constexpr (!is_const) {
      if (core.checked) count_views<typename Exec::memory_space>();
    }
  }

  /// Memory is made as Views of the array's type, in checked contexts.
  template <class DeviceMemory>
  void count_views() {
    record_->make_owned = [label = record_->label, extents = extents_](detail::MemoryKind kind,
                                                                       std::int64_t rows) mutable {
      using Plain = typename Layout::PlainData;
      constexpr auto each = std::make_index_sequence<Layout::dynamic>();
      extents[0] = static_cast<std::size_t>(rows);
      return kind == detail::MemoryKind::device
                 ? detail::owned_block<Plain, DeviceMemory>(label, extents, kind, each)
                 : detail::owned_block<Plain, Kokkos::HostSpace>(label, extents, kind, each);
    };
  }

  std::shared_ptr<detail::Record> record_;
  typename Layout::Extents extents_{};   ///< beyond the first, which the record knows
  std::int64_t first_ = 0, count_ = -1;  ///< of a slice
};

}  // namespace heddle::place
