#include "fft/plan/share_scale.h"

#include <algorithm>
#include <cmath>

namespace fft {
namespace {

bool Filters(const PlanNode& node) {
  return node.out_side.format == AxisFormat::kFiltered || WorkOf(node.scheme) == LeafWork::kFilters;
}

bool Transforms(const PlanNode& leaf) {
  const LeafWork work = WorkOf(leaf.scheme);
  return work != LeafWork::kMoves && work != LeafWork::kConverts && work != LeafWork::kMixes &&
         work != LeafWork::kAdds;
}

// A walk over the leaves in the order in which they run.
class Walk {
 public:
  // The product of the factors of all leaves visited so far.
  double reached() const { return reached_; }

  // Sets PlanNode::scale of the leaves of `node`. No leaf takes reached() below `least`, except
  // that leaves before the filter of a convolution may go lower, by the spread of its points.
  void Visit(double least, PlanNode* node) {
    if (node->is_leaf()) return Reach(least, node);
    const double points_before = points_;
    const bool convolves = node->convolution > 0;
    const double spread = convolves ? std::sqrt(node->axes.back().length) : 1;
    bool is_filtered = !convolves;
    for (PlanNode& child : node->children) {
      is_filtered = is_filtered || Filters(child);
      Visit(is_filtered ? least : least / spread, &child);
    }
    if (convolves) points_ = points_before * node->axes.back().length;
  }

 private:
  void Reach(double least, PlanNode* leaf) {
    if (Transforms(*leaf)) {
      for (const Dim& axis : leaf->axes) points_ *= axis.length;
    }
    // The conversion of pairs adds two numbers, so n pairs count as the 2 n reals that they hold.
    if (HoldsPairs(*leaf)) points_ *= 2;
    const double factor = std::max(least, 1 / points_);
    leaf->scale = factor / reached_;
    reached_ = factor;
  }

  double points_ = 1;
  double reached_ = 1;
};

PlanNode* LastLeaf(PlanNode* node) {
  while (!node->children.empty()) node = &node->children.back();
  return node;
}

}  // namespace

void ShareScale(const Problem& problem, PlanNode* tree) {
  Walk walk;
  // The leaves before the last one multiply by at most 1 in all. The last leaf takes the rest.
  if (problem.precision == Precision::kHalf) {
    walk.Visit(std::min(1.0, std::abs(problem.scale)), tree);
  }
  LastLeaf(tree)->scale *= problem.scale / walk.reached();
}

}  // namespace fft
