// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "contenders.hpp"

#include <ColPack/ColPackHeaders.h>

namespace heddle::perf {
namespace {

/// ColPack keeps a colouring and returns at once if it is asked for the same again.
class Forgetful : public ColPack::BipartiteGraphPartialColoringInterface {
 public:
  Forgetful(unsigned** rows, int num_rows, int num_columns)
      : BipartiteGraphPartialColoringInterface(SRC_MEM_ADOLC, rows, num_rows, num_columns) {}
  void forget() {
    m_s_VertexColoringVariant.clear();
    m_vi_RightVertexColors.clear();  // colours that stay would count as forbidden
  }
};

/// A pattern as ColPack takes it: for each row its length, then its columns.
class ColPackGraph {
 public:
  explicit ColPackGraph(Lines const& rows) {
    items_.reserve(static_cast<std::size_t>(rows.num_entries() + rows.count));
    std::vector<std::size_t> begins;
    for (std::int32_t i = 0; i < rows.count; ++i) {
      begins.push_back(items_.size());
      items_.push_back(static_cast<unsigned>(rows.length(i)));
      items_.insert(items_.end(), rows[i].begin(), rows[i].end());
    }
    for (auto const begin : begins) pointers_.push_back(items_.data() + begin);
    graph_ = std::make_unique<Forgetful>(pointers_.data(), rows.count, rows.range);
  }

  void color() {
    graph_->forget();
    graph_->PartialDistanceTwoColoring("NATURAL", "COLUMN_PARTIAL_DISTANCE_TWO");
  }
  Colors colors() {
    std::vector<int> found;
    graph_->GetVertexPartialColors(found);
    return {found.begin(), found.end()};
  }

 private:
  std::vector<unsigned> items_;
  std::vector<unsigned*> pointers_;
  std::unique_ptr<Forgetful> graph_;
};

}  // namespace

std::vector<Contender> colpack_contenders(ProblemHandle const& problem) {
  auto const graph = std::make_shared<ColPackGraph>(problem->rows.view());
  // Judged by validity: on random patterns its natural order gave other colours, as many.
  return {{"colpack", false, [graph] { graph->color(); }, [graph] { return graph->colors(); }}};
}

std::string missing_colpack() { return {}; }

}  // namespace heddle::perf
