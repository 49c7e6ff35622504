// The decisions that lead to a plan. They suffice to make the plan again without comparing
// anything.
#ifndef FFT_PLAN_TREE_DECISION_H_
#define FFT_PLAN_TREE_DECISION_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "fft/shapes/kept_shapes.h"
#include "fft/tree/scheme_kind.h"

namespace fft {

// How the planner decided one request.
struct NodeDecision {
  SchemeKind scheme{};
  std::vector<int64_t> split;  // Choice::split
  friend bool operator==(const NodeDecision&, const NodeDecision&) = default;
};

// One decision for each node of a tree. A node stands before its children.
using TreeDecision = std::vector<NodeDecision>;

// A text such as "L1D_CR 2048 512, STOCKHAM 2048, STOCKHAM 512".
std::string ToString(const TreeDecision& decision);

// Reads the text that ToString(TreeDecision) writes. InvalidArgument for any other text.
absl::StatusOr<TreeDecision> ParseTreeDecision(absl::string_view text);

// A plan's tree, and the shapes of the kernels that its steps have in any assignment of buffers.
struct PlanDecision {
  TreeDecision tree;
  KeptShapes shapes;
  bool empty() const { return tree.empty(); }
  friend bool operator==(const PlanDecision&, const PlanDecision&) = default;
};

// The text of the tree, '|', and the text of the shapes.
std::string ToString(const PlanDecision& decision);

// Reads the text that ToString(PlanDecision) writes. InvalidArgument for any other text.
absl::StatusOr<PlanDecision> ParsePlanDecision(absl::string_view text);

}  // namespace fft

#endif  // FFT_PLAN_TREE_DECISION_H_
