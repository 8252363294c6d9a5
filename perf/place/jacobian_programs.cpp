// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "automatic.hpp"

#include "../coloring/patterns.hpp"

#include <heddle/base/timer.hpp>
#include <heddle/coloring/coloring.hpp>
#include <heddle/jacobian/sparse_jacobian.hpp>
#include <heddle/place/array.hpp>
#include <heddle/place/phase.hpp>
#include <heddle/place/plan.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace heddle::perf {
namespace {

namespace hp = heddle::place;
using place::Where;
constexpr int evaluations = 50;
constexpr std::array places = {Where::host, Where::device};

/// f_i = sum of x_j^2 / 2 over the entries of row i.
template <class Memory>
struct Squares {
  Kokkos::View<std::int64_t const*, Memory> offsets;
  Kokkos::View<std::int32_t const*, Memory> columns;
  template <class X>
  KOKKOS_FUNCTION typename X::value_type operator()(int row, X const& x) const {
    auto sum = x[row] * 0.0;
    for (auto p = offsets(row); p < offsets(row + 1); ++p) {
      auto const value = x[columns(p)];
      sum += value * value * 0.5;
    }
    return sum;
  }
};

/// A step of the program on the device: other values at the same places.
struct MovePoint {
  struct Move {
    hp::DeviceView<double*> x;
    KOKKOS_FUNCTION void operator()(int i) const { x(i) = 0.5 * x(i) + 0.25; }
  };
  void operator()(Exec const& exec, hp::DeviceView<double*> const& x) const {
    Kokkos::parallel_for("heddle::perf::move",
                         Kokkos::RangePolicy<Exec>(exec, 0, static_cast<int>(x.extent(0))),
                         Move{x});
  }
};

/// What bodies at both places know beside their arrays.
struct Notes {
  int colorings = 0;  ///< plans of before are old
  std::uint64_t hash = 0;
};

template <class E>
struct Color {
  std::shared_ptr<Notes> notes;
  bool speculative;
  template <class Offsets, class Columns, class Colors>
  void operator()(E const& exec, Offsets const& offsets, Columns const& columns,
                  Colors const& colors) const {
    auto const n = static_cast<std::int32_t>(colors.extent(0));
    Pattern<std::int64_t, std::int32_t, typename E::memory_space> const pattern{n, n, offsets,
                                                                                columns};
    coloring::ColoringOptions options;
    options.place = speculative ? Where::device : Where::host;
    if (speculative) options.method = coloring::Method::speculative;
    auto const result = coloring::color(exec, pattern, options);
    Kokkos::deep_copy(exec, colors, result.colors);
    exec.fence("heddle::perf::colors");
    notes->hash = result.pattern_hash;
    ++notes->colorings;
  }
};

template <class E>
class Evaluate {
  using Memory = typename E::memory_space;
  using Plan = jacobian::SparseJacobian<Squares<Memory>, jacobian::NoReverse, double, E>;

 public:
  explicit Evaluate(std::shared_ptr<Notes> notes)
      : notes_(std::move(notes)), kept_(std::make_shared<Kept>()) {}
  template <class Offsets, class Columns, class Colors, class X, class Values>
  void operator()(E const& exec, Offsets const& offsets, Columns const& columns,
                  Colors const& colors, X const& x, Values const& values) const {
    if (kept_->made_for != notes_->colorings) make(exec, offsets, columns, colors);
    kept_->plan->evaluate(exec, x, values);
    if constexpr (backends::traits<E>::is_host) exec.fence("heddle::perf::evaluate");
  }

 private:
  struct Kept {
    std::optional<Plan> plan;
    int made_for = -1;
  };
  template <class Offsets, class Columns, class Colors>
  void make(E const& exec, Offsets const& offsets, Columns const& columns,
            Colors const& colors) const {
    auto const n = static_cast<std::int32_t>(colors.extent(0));
    coloring::ColoringResult<std::int32_t, Memory> known;
    known.colors = Kokkos::View<std::int32_t*, Memory>(
        Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "heddle::perf::colors"), n);
    Kokkos::deep_copy(exec, known.colors, colors);
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), known.colors);
    known.num_colors = 1 + *std::max_element(host.data(), host.data() + n);
    known.pattern_hash = notes_->hash;
    known.verified = true;
    jacobian::JacobianOptions options;
    options.check = jacobian::Check::never;
    Pattern<std::int64_t, std::int32_t, Memory> const pattern{n, n, offsets, columns};
    kept_->plan.emplace(exec, Squares<Memory>{offsets, columns}, pattern, known, options);
    kept_->made_for = notes_->colorings;
  }
  std::shared_ptr<Notes> notes_;
  std::shared_ptr<Kept> kept_;
};

template <class T>
hp::Array<T*> array_of(Exec const& exec, char const* label, std::vector<T> const& items) {
  hp::Array<T*> array(exec, label, items.size());
  auto const open = array.template open<Where::host, hp::Mode::overwrites>(exec);
  std::copy(items.begin(), items.end(), (*open).data());
  return array;
}

class Program {
 public:
  Program(Exec const& exec, cli::OwnedPatternLines const& rows)
      : exec_(exec),
        offsets_(array_of(exec, "offsets", rows.offsets)),
        columns_(array_of(exec, "columns", rows.indices)),
        x_(array_of(exec, "x", std::vector<double>(rows.offsets.size() - 1, 1.0))),
        colors_(exec, "colors", rows.offsets.size() - 1),
        values_(exec, "values", rows.indices.size()) {}

  double run(Where color, Where evaluate) {
    return timed([&](hp::Phase const& phase) {
      auto const where = phase.name() == "color"      ? color
                         : phase.name() == "evaluate" ? evaluate
                                                      : Where::automatic;
      hp::run(exec_, phase, {where, {}});
    });
  }
  double run_automatically() {
    if (!plan_) measure();
    return timed([&](hp::Phase const& phase) { plan_->run(exec_, phase); });
  }
  std::string chosen() {
    if (!plan_) measure();
    std::string names;
    for (auto const& phase : plan_->compare().phases) {
      if (phase.phase == "move") continue;
      names += (names.empty() ? "" : "+") + std::string(to_string(phase.chosen));
    }
    return names;
  }
  double preparation() {
    if (!plan_) measure();
    return preparation_;
  }

 private:
  void measure() {
    reset();
    Timer const timer;
    plan_ = hp::autoplace(exec_, {{color_, 1}, {move_, evaluations}, {evaluate_, evaluations}});
    preparation_ = timer.seconds();
  }
  /// Each run begins with inputs that the device has just written.
  void reset() {
    auto const touch = [&](auto& array) {
      auto const open = array.template open<Where::device, hp::Mode::updates>(exec_);
    };
    touch(offsets_);
    touch(columns_);
    touch(x_);
    colors_.discard();
    values_.discard();
    exec_.fence("heddle::perf::reset");
  }
  template <class Run>
  double timed(Run const& run) {
    reset();
    Timer const timer;
    run(color_);
    for (int i = 0; i < evaluations; ++i) {
      run(move_);
      run(evaluate_);
    }
    // The device goes on with the values.
    { auto const open = values_.open<Where::device, hp::Mode::reads>(exec_); }
    exec_.fence("heddle::perf::program");
    return timer.seconds();
  }

  Exec exec_;
  hp::Array<std::int64_t*> offsets_;
  hp::Array<std::int32_t*> columns_;
  hp::Array<double*> x_;
  hp::Array<std::int32_t*> colors_;
  hp::Array<double*> values_;
  std::shared_ptr<Notes> notes_ = std::make_shared<Notes>();
  hp::Phase color_{"color", hp::reads(offsets_, columns_), hp::overwrites(colors_),
                   hp::at_host(Color<hp::HostExec>{notes_, false}),
                   hp::alternative(hp::at_device<Exec>(Color<Exec>{notes_, true}))};
  hp::Phase move_{"move", hp::updates(x_), hp::at_device<Exec>(MovePoint{})};
  hp::Phase evaluate_{"evaluate", hp::reads(offsets_, columns_, colors_, x_),
                      hp::overwrites(values_), hp::at_host(Evaluate<hp::HostExec>(notes_)),
                      hp::at_device<Exec>(Evaluate<Exec>(notes_))};
  std::optional<hp::Plan> plan_;
  double preparation_ = 0;
};

}  // namespace

std::vector<PlacedProgram> jacobian_programs(Exec const& exec, double share) {
  std::vector<PlacedProgram> programs;
  for (auto const& name : pattern_names()) {
    // Made when it first runs, so that a filter leaves the others out.
    auto const made = [exec, name, share, program = std::shared_ptr<Program>()]() mutable {
      if (!program) program = std::make_shared<Program>(exec, pattern_rows(name, share));
      return program;
    };
    auto const get = std::make_shared<std::function<std::shared_ptr<Program>()>>(made);
    programs.push_back({name,
                        {"host+host", "host+device", "device+host", "device+device"},
                        [get](int way) { return (*get)()->run(places[way / 2], places[way % 2]); },
                        [get] { return (*get)()->run_automatically(); },
                        [get] { return (*get)()->chosen(); },
                        [get] { return (*get)()->preparation(); }});
  }
  return programs;
}

}  // namespace heddle::perf
