#include "fft/tree/point_operations.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/base/status.h"

namespace fft {
namespace {

// Whether the leaf is one transform of whole rows of the problem's last axis.
bool ReadsWholeRows(const Problem& problem, const PlanNode& leaf) {
  const LeafWork work = WorkOf(leaf.scheme);
  if (work != LeafWork::kTransformsAxis && work != LeafWork::kConvolves) return false;
  if (leaf.row.operation != RowOperation::kNone || leaf.axes.back().in_stride != 1) return false;
  const bool has_pairs =
      problem.input.format == ArrayFormat::kReal && MemoryFormat(leaf.in_side) != AxisFormat::kReal;
  return leaf.InLength() * (has_pairs ? 2 : 1) == WindowElements(problem);
}

}  // namespace

absl::Status TakesPointOperations(const Problem& problem, const PlanNode& leaf,
                                  const PlanEnds& ends) {
  if (ends.is_first && problem.input.has_window && !ReadsWholeRows(problem, leaf)) {
    return absl::UnimplementedError(absl::StrCat(
        "a window is for plans whose first kernel transforms rows of ", WindowElements(problem),
        " elements, and a ", ToString(leaf.scheme), " kernel reads ", leaf.InLength()));
  }
  if (ends.is_last && HasFunction(problem.output) && IsTranspose(leaf.scheme)) {
    return absl::UnimplementedError(absl::StrCat("a ", ToString(leaf.scheme),
                                                 " kernel moves elements and cannot store their ",
                                                 ToString(problem.output.function)));
  }
  return absl::OkStatus();
}

absl::Status TreeTakesPointOperations(const Problem& problem, const PlanNode& root) {
  const std::vector<const PlanNode*> leaves = Leaves(root);
  for (const PlanNode* leaf : leaves) {
    const PlanEnds ends = {leaf == leaves.front(), leaf == leaves.back()};
    FFT_RETURN_IF_ERROR(TakesPointOperations(problem, *leaf, ends));
  }
  return absl::OkStatus();
}

}  // namespace fft
