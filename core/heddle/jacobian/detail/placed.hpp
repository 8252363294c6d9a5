// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Where recovery indices are made and Jacobians evaluated.
#pragma once

#include <heddle/backends/traits.hpp>
#include <heddle/coloring/result.hpp>
#include <heddle/jacobian/detail/compression.hpp>
#include <heddle/jacobian/options.hpp>
#include <heddle/place/host_device.hpp>
#include <heddle/place/library_phase.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

namespace heddle::jacobian::detail {

/// Whether the host can evaluate a function of a device: one that says that it holds nothing of
/// the device alone. Host backends have one memory, where both places are the instance.
template <class F, class Vjp, class Exec>
inline constexpr bool has_host_twin =
    !backends::traits<Exec>::is_host && place::is_host_device<F> &&
    (std::is_same_v<Vjp, NoReverse> || place::is_host_device<Vjp>);

template <class Exec, class P>
place::PhaseQuestion question_of(std::string_view name, P const& pattern,
                                 place::Policy const& call) {
  place::PhaseQuestion question{name};
  question.call = call;
  question.nnz = static_cast<std::int64_t>(pattern.columns.extent(0));
  question.bytes = question.nnz * static_cast<std::int64_t>(sizeof(DefaultIndex));
  question.device_backend = backends::traits<Exec>::name;
  return question;
}

/// By default the index is made where the colours are. What needs its neighbours is sequential, and
/// has a name of its own.
template <class Exec, class P>
place::PhaseQuestion recovery_question(P const& pattern, coloring::Kind kind,
                                       place::Policy const& call) {
  auto question = question_of<Exec>("jacobian::recovery_index", pattern, call);
  question.usual.where =
      backends::traits<Exec>::is_host ? place::Where::host : place::Where::device;
  if (kind == coloring::Kind::bidirectional) {
    question.name = "jacobian::recovery_on_host";
    question.has_device = false;
    question.call = {};
  }
  return question;
}

template <class F, class Vjp, class Exec, class P>
place::PhaseQuestion evaluate_question(P const& pattern, place::Policy const& call,
                                       std::string_view name = "jacobian::evaluate") {
  auto question = question_of<Exec>(name, pattern, call);
  question.usual.where = place::Where::device;
  question.has_host = backends::traits<Exec>::is_host || has_host_twin<F, Vjp, Exec>;
  if (backends::traits<Exec>::is_host) question.host_backend = backends::traits<Exec>::name;
  return question;
}

/// A copy between the memories, if there are two.
template <class Exec, class View>
void note_copy(place::LibraryPhase& run, std::string_view name, place::Direction direction,
               View const& view) {
  if (backends::traits<Exec>::is_host) return;
  run.copies(name, direction,
             static_cast<std::int64_t>(view.extent(0) * sizeof(typename View::value_type)));
}

template <class Exec, class P>
void note_pattern(place::LibraryPhase& run, P const& pattern) {
  note_copy<Exec>(run, "row offsets", place::Direction::to_host, pattern.row_offsets);
  note_copy<Exec>(run, "columns", place::Direction::to_host, pattern.columns);
}

/// The index of all nonzeros that are read the same way, by one pass of the host. `make_read` gives
/// what reads from the address of the colours.
template <class Exec, class P, class Colors, class MakeRead>
RecoveryIndex<typename Exec::memory_space> index_by_host(Exec const& exec, P const& pattern,
                                                         Colors const& colors,
                                                         MakeRead const& make_read,
                                                         std::int64_t block_size,
                                                         place::LibraryPhase& run) {
  note_pattern<Exec>(run, pattern);
  note_copy<Exec>(run, "colors", place::Direction::to_host, colors);
  auto const rows = host_rows(exec, pattern);
  auto const host_colors = colors_on_host(exec, colors);
  auto const read = make_read(host_colors.data());
  std::vector<std::int64_t> positions(rows.columns.size());
  for (DefaultIndex i = 0; i < rows.num_rows; ++i) {
    for (auto p = rows.offsets[i]; p < rows.offsets[i + 1]; ++p) {
      positions[p] = read(i, rows.columns[p]);
    }
  }
  auto index = upload_index(exec, positions, block_size);
  note_copy<Exec>(run, "recovery index", place::Direction::to_device, index.narrow);
  note_copy<Exec>(run, "recovery index", place::Direction::to_device, index.wide);
  return index;
}

}  // namespace heddle::jacobian::detail
