// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The chain by plain launches and by graphs of Heddle, changed in every way there is. Shared with
/// perf/graph.
#pragma once

#include <heddle/cli/graph/chain.hpp>
#include <heddle/graph/graph.hpp>

#include <Kokkos_Core.hpp>

#include <memory>
#include <string>
#include <vector>

namespace heddle::cli::graph_chain {

template <class Exec>
struct Link {
  Vector<Exec> x;
  double factor;
  KOKKOS_FUNCTION void operator()(int i) const { x(i) = factor * x(i) + 1; }
};
struct LinkKernel {
  KOKKOS_FUNCTION void operator()(int i, double* x, double factor) const {
    x[i] = factor * x[i] + 1;
  }
};
struct ParameterKernel {
  KOKKOS_FUNCTION void operator()(int i, double* x, graph::ParamRef<double> factor) const {
    x[i] = factor * x[i] + 1;
  }
};
template <class Exec>
struct LinkParameter {
  Vector<Exec> x;
  graph::ParamRef<double> factor;
  KOKKOS_FUNCTION void operator()(int i) const { x(i) = factor * x(i) + 1; }
};

template <class Exec>
class WayOn : public Way {
 public:
  bool agrees(Model const& model) const override { return graph_chain::agrees<Exec>(x_, model); }

 protected:
  WayOn(Exec const& exec, Plan const& plan) : exec_(exec), plan_(plan), x_("x", items) {}
  static std::string name(int node) {
    std::string text("link ");
    text.append(std::to_string(node));
    return text;
  }

  Exec exec_;
  Plan plan_;
  Vector<Exec> x_;
};

/// One launch after another.
template <class Exec>
class Stream final : public WayOn<Exec> {
 public:
  Stream(Exec const& exec, Plan const& plan) : WayOn<Exec>(exec, plan) {}
  void step(int number) override {
    Kokkos::RangePolicy<Exec> const policy(this->exec_, 0, items);
    for (int node = 0; node < this->plan_.nodes; ++node) {
      Kokkos::parallel_for("link", policy, Link<Exec>{this->x_, factor(this->plan_, node, number)});
    }
  }
};

/// A graph whose dynamic nodes are typed kernels. `updates` false: only the first step's values.
template <class Exec>
class TypedNodes final : public WayOn<Exec> {
 public:
  TypedNodes(Exec const& exec, Plan const& plan, bool updates)
      : WayOn<Exec>(exec, plan), updates_(updates), replay_(record()) {}
  void step(int number) override {
    for (std::size_t i = 0; updates_ && i < handles_.size(); ++i) {
      replay_.update(handles_[i], items, this->x_.data(), factor(this->plan_, numbers_[i], number));
    }
    replay_.launch(this->exec_);
  }

 private:
  graph::GraphExec<Exec> record() {
    return graph::record(this->exec_,
                         [&](graph::Recorder<Exec>& r) {
                           for (int node = 0; node < this->plan_.nodes; ++node) {
                             auto const handle =
                                 r.launch(this->name(node), items, LinkKernel{}, this->x_.data(),
                                          factor(this->plan_, node, 0));
                             if (!this->plan_.is_dynamic(node)) continue;
                             handles_.push_back(handle);
                             numbers_.push_back(node);
                           }
                         })
        .instantiate(this->exec_);
  }
  bool updates_;
  std::vector<graph::KernelNode<LinkKernel>> handles_;
  std::vector<int> numbers_;
  graph::GraphExec<Exec> replay_;
};

/// A graph whose dynamic nodes read their values from slots: typed kernels, or Kokkos' launches.
template <class Exec>
class Parameters final : public WayOn<Exec> {
 public:
  Parameters(Exec const& exec, Plan const& plan, bool by_kokkos = false)
      : WayOn<Exec>(exec, plan), by_kokkos_(by_kokkos), replay_(record()) {}
  void step(int number) override {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      replay_.set(parameters_[i], factor(this->plan_, numbers_[i], number));
    }
    replay_.launch(this->exec_);
  }

 private:
  graph::GraphExec<Exec> record() {
    graph::RecordOptions options;
    options.parameter_bytes = 16 * static_cast<std::size_t>(this->plan_.dynamic);
    auto const body = [&](graph::Recorder<Exec>& r) {
      for (int node = 0; node < this->plan_.nodes; ++node) {
        if (!this->plan_.is_dynamic(node)) {
          r.launch(this->name(node), items, LinkKernel{}, this->x_.data(), 0.5);
          continue;
        }
        auto const parameter = r.param(this->name(node), 0.0);
        if (by_kokkos_) {
          r.parallel_for(this->name(node), items, LinkParameter<Exec>{this->x_, parameter.ref()});
        } else {
          r.launch(this->name(node), items, ParameterKernel{}, this->x_.data(), parameter.ref());
        }
        parameters_.push_back(parameter);
        numbers_.push_back(node);
      }
    };
    return graph::record(this->exec_, body, options).instantiate(this->exec_);
  }
  bool by_kokkos_;
  std::vector<graph::Param<double>> parameters_;
  std::vector<int> numbers_;
  graph::GraphExec<Exec> replay_;
};

/// A graph of Kokkos' launches that repeats the first step: what the launches themselves cost.
template <class Exec>
class Functors final : public WayOn<Exec> {
 public:
  Functors(Exec const& exec, Plan const& plan)
      : WayOn<Exec>(exec, plan),
        replay_(graph::record(exec, [&](graph::Recorder<Exec>& r) {
                  for (int node = 0; node < plan.nodes; ++node) {
                    r.parallel_for(this->name(node), items,
                                   Link<Exec>{this->x_, factor(plan, node, 0)});
                  }
                }).instantiate(exec)) {}
  void step(int) override { replay_.launch(this->exec_); }

 private:
  graph::GraphExec<Exec> replay_;
};

/// A graph that is recorded anew for each step.
template <class Exec>
class RecordAnew final : public WayOn<Exec> {
 public:
  RecordAnew(Exec const& exec, Plan const& plan)
      : WayOn<Exec>(exec, plan),
        replay_(graph::record(this->exec_, body(0)).instantiate(this->exec_)) {}
  void step(int number) override {
    replay_.update_from(this->exec_, body(number));
    replay_.launch(this->exec_);
  }

 private:
  auto body(int step) {
    return [this, step](graph::Recorder<Exec>& r) {
      for (int node = 0; node < this->plan_.nodes; ++node) {
        r.parallel_for(this->name(node), items,
                       Link<Exec>{this->x_, factor(this->plan_, node, step)});
      }
    };
  }
  graph::GraphExec<Exec> replay_;
};

}  // namespace heddle::cli::graph_chain
