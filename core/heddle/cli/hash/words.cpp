// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <heddle/cli/hash/words.hpp>

#include <heddle/backends/selection.hpp>
#include <heddle/base/detail/memory.hpp>
#include <heddle/base/error.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/hash/map.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace heddle::cli {
namespace {

/// 8 bytes at a time would be faster; words are short.
struct HashWord {
  char const* text;
  KOKKOS_FUNCTION std::uint64_t operator()(Span const& word) const {
    std::uint64_t hash = word.length;
    for (std::uint64_t i = 0; i < word.length; ++i) {
      hash = (hash ^ static_cast<unsigned char>(text[word.offset + i])) * 0x100000001b3u;
      hash ^= hash >> 29;
    }
    return hash;
  }
};

struct EqualWords {
  char const* text;
  KOKKOS_FUNCTION bool operator()(Span const& a, Span const& b) const {
    if (a.length != b.length) return false;
    for (std::uint64_t i = 0; i < a.length; ++i) {
      if (text[a.offset + i] != text[b.offset + i]) return false;
    }
    return true;
  }
};

hash::MapOptions room_for(std::size_t keys) {
  hash::MapOptions options;
  options.capacity = keys + keys / 3 + 1;
  return options;
}

template <class T, class Exec>
Kokkos::View<T*, typename Exec::memory_space> to_device(Exec const& exec, T const* items,
                                                        std::size_t count, char const* label) {
  auto const view = heddle::detail::allocate<T>(exec, std::string(label), count);
  Kokkos::deep_copy(
      exec, view, Kokkos::View<T const*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(items, count));
  return view;
}

template <class T, class Exec>
std::vector<T> to_host(Exec const& exec, Kokkos::View<T*, typename Exec::memory_space> const& view,
                       std::size_t count) {
  std::vector<T> items(count);
  Kokkos::deep_copy(
      exec, Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(items.data(), count),
      Kokkos::subview(view, std::pair<std::size_t, std::size_t>(0, count)));
  exec.fence("heddle::cli::to_host");
  return items;
}

void expect_stored(hash::BulkResult const& result) {
  HEDDLE_EXPECTS(result.full == 0, internal, "a table with room for all keys was full");
}

template <class Exec>
CountResult count_words_on(Exec const& exec, std::string const& text,
                           std::vector<Span> const& words) {
  auto const bytes = to_device(exec, text.data(), text.size(), "heddle::cli::text");
  auto const keys = to_device(exec, words.data(), words.size(), "heddle::cli::words");
  auto const ones =
      heddle::detail::allocate<std::uint64_t>(exec, std::string("heddle::cli::ones"), words.size());
  heddle::detail::fill(exec, "heddle::cli::ones", ones, 1);
  hash::HashMap<Span, std::uint64_t, Exec, HashWord, EqualWords> counts(
      exec, room_for(words.size()), HashWord{bytes.data()}, EqualWords{bytes.data()});
  exec.fence("heddle::cli::count_words");
  CountResult result;
  Timer timer;
  expect_stored(counts.insert_or_apply(exec, keys, ones, hash::Sum{}));
  auto const count = counts.retrieve_all(exec, keys, ones);
  result.seconds = timer.seconds();
  result.table_bytes = counts.bytes();
  auto const host_words = to_host<Span>(exec, keys, count);
  auto const host_counts = to_host<std::uint64_t>(exec, ones, count);
  for (std::size_t i = 0; i < count; ++i) result.counts.push_back({host_words[i], host_counts[i]});
  return result;
}

template <class Memory>
struct NumberItems {
  Kokkos::View<std::int64_t*, Memory> numbers;
  KOKKOS_FUNCTION void operator()(std::int64_t const item) const { numbers(item) = item; }
};

template <class Exec>
JoinResult join_keys_on(Exec const& exec, std::string const& text, std::vector<Span> const& left,
                        std::vector<Span> const& right) {
  auto const bytes = to_device(exec, text.data(), text.size(), "heddle::cli::text");
  auto const left_keys = to_device(exec, left.data(), left.size(), "heddle::cli::left");
  auto const right_keys = to_device(exec, right.data(), right.size(), "heddle::cli::right");
  auto const make = [&](char const* label, std::size_t count) {
    return heddle::detail::allocate<std::int64_t>(exec, std::string(label), count);
  };
  auto const of_left = make("heddle::cli::of_left", left.size());
  auto const of_right = make("heddle::cli::of_right", right.size());
  Kokkos::parallel_for("heddle::cli::number", Kokkos::RangePolicy<Exec>(exec, 0, right.size()),
                       NumberItems<typename Exec::memory_space>{of_right});
  hash::HashMap<Span, std::int64_t, Exec, HashWord, EqualWords> first(
      exec, room_for(right.size()), HashWord{bytes.data()}, EqualWords{bytes.data()});
  exec.fence("heddle::cli::join_keys");
  JoinResult result;
  Timer timer;
  expect_stored(first.insert_or_apply(exec, right_keys, of_right, hash::Min{}));
  (void)first.find(exec, right_keys, of_right, {}, -1);
  (void)first.find(exec, left_keys, of_left, {}, -1);
  result.seconds = timer.seconds();
  result.table_bytes = first.bytes();
  result.of_left = to_host<std::int64_t>(exec, of_left, left.size());
  result.of_right = to_host<std::int64_t>(exec, of_right, right.size());
  return result;
}

template <class Exec>
EdgeResult count_edges_on(Exec const& exec, std::vector<std::uint64_t> const& pairs) {
  auto const keys = to_device(exec, pairs.data(), pairs.size(), "heddle::cli::edges");
  auto const ones =
      heddle::detail::allocate<std::uint32_t>(exec, std::string("heddle::cli::ones"), pairs.size());
  heddle::detail::fill(exec, "heddle::cli::ones", ones, 1);
  hash::HashMap<std::uint64_t, std::uint32_t, Exec> counts(exec, room_for(pairs.size()));
  exec.fence("heddle::cli::count_edges");
  EdgeResult result;
  Timer timer;
  expect_stored(counts.insert_or_apply(exec, keys, ones, hash::Sum{}));
  auto const count = counts.retrieve_all(exec, keys, ones, true);
  result.seconds = timer.seconds();
  result.table_bytes = counts.bytes();
  auto const host_pairs = to_host<std::uint64_t>(exec, keys, count);
  auto const host_counts = to_host<std::uint32_t>(exec, ones, count);
  for (std::size_t i = 0; i < count; ++i) {
    result.edges.push_back({static_cast<std::uint32_t>(host_pairs[i] >> 32),
                            static_cast<std::uint32_t>(host_pairs[i]), host_counts[i]});
  }
  return result;
}

template <class Body>
void on_backend(std::string_view backend, Body const& body) {
  HEDDLE_EXPECTS(backends::with_backend(backend, body), internal, "no backend of that name");
}

}  // namespace

CountResult count_words(std::string_view backend, std::string const& text,
                        std::vector<Span> const& words) {
  CountResult result;
  on_backend(backend, [&]<class Exec>(std::type_identity<Exec>) {
    result = count_words_on(Exec(), text, words);
  });
  return result;
}

JoinResult join_keys(std::string_view backend, std::string const& text,
                     std::vector<Span> const& left, std::vector<Span> const& right) {
  JoinResult result;
  on_backend(backend, [&]<class Exec>(std::type_identity<Exec>) {
    result = join_keys_on(Exec(), text, left, right);
  });
  return result;
}

EdgeResult count_edges(std::string_view backend, std::vector<std::int32_t> const& from,
                       std::vector<std::int32_t> const& to) {
  std::vector<std::uint64_t> pairs(from.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    pairs[i] = std::uint64_t(static_cast<std::uint32_t>(from[i])) << 32 |
               static_cast<std::uint32_t>(to[i]);
  }
  EdgeResult result;
  on_backend(backend,
             [&]<class Exec>(std::type_identity<Exec>) { result = count_edges_on(Exec(), pairs); });
  return result;
}

}  // namespace heddle::cli
