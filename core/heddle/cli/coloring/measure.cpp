// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one place of heddle color where backends are types.
#include <heddle/backends/selection.hpp>
#include <heddle/base/detail/memory.hpp>
#include <heddle/base/error.hpp>
#include <heddle/base/timer.hpp>
#include <heddle/cli/coloring/read_pattern.hpp>
#include <heddle/cli/coloring/report.hpp>
#include <heddle/cli/exit_code.hpp>
#include <heddle/coloring/coloring.hpp>
#include <heddle/coloring/pattern_hash.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>

namespace heddle::cli {
namespace {

using coloring::Kind, coloring::Method, coloring::Place;
using HostPattern = Pattern<>;

constexpr Kind all_kinds[] = {Kind::columns,   Kind::rows, Kind::bidirectional, Kind::distance1,
                              Kind::distance2, Kind::star, Kind::acyclic};

double median(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

template <class Exec>
std::vector<std::int32_t> on_host(
    Exec const& exec, Kokkos::View<std::int32_t*, typename Exec::memory_space> const& colors) {
  std::int64_t bytes = 0;
  auto const host =
      heddle::detail::to_memory<Kokkos::HostSpace>(exec, "heddle::cli::colors", colors, bytes);
  return {host.data(), host.data() + host.extent(0)};
}

/// Colours one pattern on one backend in one way after the other.
template <class Exec>
class Colorings {
 public:
  Colorings(ColorReport& report, HostPattern const& pattern, Observer const& observer)
      : report_(report), pattern_(pattern) {
    base_.symmetrize = report.arguments.symmetrize;
    base_.balance = report.arguments.balance;
    base_.seed = report.arguments.seed;
    base_.exact_node_limit = report.arguments.exact_nodes;
    base_.observer = observer;
    base_.verify = false;  // timed apart
  }

  void run() {
    auto const& arguments = report_.arguments;
    report_.pattern_hash = coloring::pattern_hash(exec_, pattern_);
    bool const chosen = !arguments.kinds.empty();
    std::vector<Kind> kinds(arguments.kinds);
    if (!chosen) kinds.assign(std::begin(all_kinds), std::end(all_kinds));
    for (auto const kind : kinds) {
      for (auto const method : arguments.methods) {
        for (auto const place : places_of(method)) {
          if (chosen) {
            color_in_all_orders(kind, method, place);
          } else {
            try_all_orders(kind, method, place);
          }
        }
      }
    }
  }

 private:
  /// Greedy has a choice; the speculative method has the device and exact the host.
  std::vector<Place> places_of(Method method) const {
    if (method == Method::greedy) return report_.arguments.places;
    return {method == Method::speculative ? Place::device : Place::host};
  }

  /// An order that means nothing to the method is coloured once.
  void color_in_all_orders(Kind kind, Method method, Place place) {
    for (auto const order : report_.arguments.orders) {
      color(kind, method, place, order);
      if (method != Method::greedy) break;
    }
  }

  void try_all_orders(Kind kind, Method method, Place place) {
    try {
      color_in_all_orders(kind, method, place);
    } catch (error const& refused) {
      bool const does_not_apply = refused.code() == ErrorCode::bad_pattern ||
                                  refused.code() == ErrorCode::unsupported ||
                                  refused.code() == ErrorCode::unsupported_place;
      if (!does_not_apply) throw;
      leave_out(kind, refused.message());
    }
  }

  /// Once for each reason, whatever the method and the place.
  void leave_out(Kind kind, std::string const& reason) {
    for (auto const& known : report_.left_out) {
      if (known.kind == kind && known.reason == reason) return;
    }
    report_.left_out.push_back({kind, reason});
  }

  void color(Kind kind, Method method, Place place, coloring::Order order) {
    auto options = base_;
    options.kind = kind;
    options.method = method;
    options.place = place;
    options.order = order;
    std::vector<double> coloring_seconds, verify_seconds;
    coloring::ResultOn<Exec> result;
    coloring::Verification found;
    for (int run = 0; run < report_.arguments.runs; ++run) {
      Timer timer;
      result = coloring::color(exec_, pattern_, options);
      coloring_seconds.push_back(timer.seconds());
      timer.reset();
      found = coloring::verify(exec_, pattern_, result, options);
      verify_seconds.push_back(timer.seconds());
    }
    HEDDLE_EXPECTS(found.valid(), internal,
                   "the colouring by " + std::string(to_string(kind)) +
                       " is not valid: " + coloring::to_string(found));
    add(result, order, median(coloring_seconds), median(verify_seconds));
  }

  void add(coloring::ResultOn<Exec> const& result, coloring::Order order, double seconds,
           double verify_seconds) {
    ColoringOutcome outcome;
    outcome.kind = result.kind;
    outcome.order = order;
    outcome.method = result.method;
    outcome.place = result.ran_at;
    outcome.backend = result.ran_at == Place::host ? "host" : report_.backend;
    outcome.colors = result.num_colors;
    outcome.row_colors = result.num_row_colors;
    outcome.lower_bound = result.lower_bound;
    auto const& sizes = result.set_sizes;
    if (!sizes.empty()) {
      auto const [smallest, largest] = std::minmax_element(sizes.begin(), sizes.end());
      outcome.smallest_class = *smallest;
      outcome.largest_class = *largest;
    }
    outcome.rounds = result.rounds;
    outcome.windows = result.windows;
    outcome.status = result.status;
    outcome.seconds = seconds;
    outcome.verify_seconds = verify_seconds;
    outcome.verified = true;
    if (report_.colorings.empty()) {
      report_.colors = on_host(exec_, result.colors);
      report_.row_colors = on_host(exec_, result.row_colors);
    }
    report_.colorings.push_back(std::move(outcome));
  }

  Exec exec_;
  ColorReport& report_;
  HostPattern const& pattern_;
  coloring::ColoringOptions base_;
};

}  // namespace

ColorReport color_pattern(std::string_view backend, ColorArguments const& arguments,
                          PlainPattern plain, Observer const& observer) {
  ColorReport report;
  report.arguments = arguments;
  report.backend = backend;
  report.pattern = std::move(plain);
  HostPattern const pattern{report.pattern.num_rows, report.pattern.num_columns,
                            heddle::detail::view_of(report.pattern.offsets),
                            heddle::detail::view_of(report.pattern.columns)};
  bool found = false;
  try {
    found = backends::with_backend(backend, [&]<class Exec>(std::type_identity<Exec>) {
      Colorings<Exec>(report, pattern, observer).run();
    });
  } catch (error const& refused) {
    if (refused.code() == ErrorCode::internal) throw;
    throw Failure(exit_code(refused.code()), arguments.matrix + ": " + refused.message());
  }
  HEDDLE_EXPECTS(found, internal, "no backend of that name");
  return report;
}

ColorReport color_file(std::string_view backend, ColorArguments const& arguments,
                       Observer const& observer) {
  Timer const timer;
  auto pattern = read_pattern(arguments.matrix, arguments.drop_zeros, observer);
  double const seconds = timer.seconds();
  auto report = color_pattern(backend, arguments, std::move(pattern), observer);
  report.read_seconds = seconds;
  return report;
}

}  // namespace heddle::cli
