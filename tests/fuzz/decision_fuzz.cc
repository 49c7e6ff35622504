// Fuzz target: decisions of the planner as texts of a kernel cache, and the trees that are made
// from them.
#include <algorithm>

#include "absl/strings/string_view.h"
#include "fft/base/status.h"
#include "fft/choice/request.h"
#include "fft/plan/planner.h"
#include "fft/plan/tree_decision.h"
#include "fft/rtc/testing/fuzz_target.h"
#include "fft/shapes/asked_shape.h"
#include "fft/shapes/kept_shapes.h"

namespace fft {
namespace {

// Returns a problem that many schemes can plan: pairs, columns, convolutions.
const Problem& Real() {
  static const auto* const kReal =
      new Problem(*CompleteProblem(*ParseToken("real_forward_len_262_4096_single_op")));
  return *kReal;
}

void Check(const PlanDecision& decision) {
  static const auto* const kTarget = new Target(*FindTarget("gfx90a"));
  const auto again = ParsePlanDecision(ToString(decision));
  FFT_CHECK(again.ok() && *again == decision);
  ShapeMemo memo({}, decision.shapes);
  const auto tree = RemakePlanTree(Real(), *kTarget, {}, decision.tree, &memo);
  FFT_CHECK(tree.ok() ? tree->decision == decision.tree : !tree.status().message().empty());
  // A shape of the text is accepted only if the target's kernels can have it.
  for (const auto& [request, shape] : decision.shapes.lines) {
    const auto taken =
        RestoredLine(shape, {4096, Precision::kSingle, Tiling::kColCol, 64}, *kTarget);
    FFT_CHECK(!taken ||
              (taken->threads() <= kTarget->max_threads && taken->lds_bytes <= kTarget->lds_bytes));
  }
  for (const auto& [request, shape] : decision.shapes.planes) {
    const auto taken = RestoredPlane(shape, {64, 32, Precision::kSingle, 4}, *kTarget);
    FFT_CHECK(!taken ||
              (taken->threads <= kTarget->max_threads && taken->lds_bytes <= kTarget->lds_bytes));
  }
}

}  // namespace
}  // namespace fft

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto decision = fft::ParsePlanDecision({reinterpret_cast<const char*>(data), size});
  if (decision.ok()) {
    fft::Check(*decision);
  } else {
    FFT_CHECK(absl::IsInvalidArgument(decision.status()));
  }
  return 0;
}

namespace fft::rtc {

std::vector<std::string> FuzzSeeds() {
  std::vector<std::string> seeds = {"L1D_CR 2048 512, STOCKHAM 2048, STOCKHAM 512|"};
  const Target target = *FindTarget("gfx90a");
  ShapeMemo memo;
  memo.Note();
  const std::vector<PlannedTree> trees = *MakePlanTrees(Real(), target, {}, 20, &memo);
  KeptShapes shapes = memo.noted();
  shapes.lines.resize(std::min<size_t>(shapes.lines.size(), 3));
  shapes.planes.resize(std::min<size_t>(shapes.planes.size(), 3));
  for (const PlannedTree& tree : trees)
    seeds.push_back(ToString(PlanDecision{tree.decision, shapes}));
  return seeds;
}

}  // namespace fft::rtc
