// Fuzz target: decisions of the planner as text, as a kernel cache may hold them, and the trees
// that they lead to.
#include "absl/strings/string_view.h"
#include "fft/base/status.h"
#include "fft/choice/request.h"
#include "fft/plan/planner.h"
#include "fft/plan/tree_decision.h"
#include "fft/rtc/testing/fuzz_target.h"

namespace fft {
namespace {

// A problem of many schemes: pairs, columns, convolutions.
const Problem& Real() {
  static const auto* const kReal =
      new Problem(*CompleteProblem(*ParseToken("real_forward_len_262_4096_single_op")));
  return *kReal;
}

void Check(const TreeDecision& decision) {
  static const auto* const kTarget = new Target(*FindTarget("gfx90a"));
  const auto again = ParseTreeDecision(ToString(decision));
  FFT_CHECK(again.ok() && *again == decision);
  ShapeMemo memo;
  const auto tree = RemakePlanTree(Real(), *kTarget, {}, decision, &memo);
  FFT_CHECK(tree.ok() ? tree->decision == decision : !tree.status().message().empty());
}

}  // namespace
}  // namespace fft

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto decision = fft::ParseTreeDecision({reinterpret_cast<const char*>(data), size});
  if (decision.ok()) {
    fft::Check(*decision);
  } else {
    FFT_CHECK(absl::IsInvalidArgument(decision.status()));
  }
  return 0;
}

namespace fft::rtc {

std::vector<std::string> FuzzSeeds() {
  std::vector<std::string> seeds = {"L1D_CR 2048 512, STOCKHAM 2048, STOCKHAM 512"};
  const Target target = *FindTarget("gfx90a");
  ShapeMemo memo;
  const std::vector<PlannedTree> trees = *MakePlanTrees(Real(), target, {}, 20, &memo);
  for (const PlannedTree& tree : trees) seeds.push_back(ToString(tree.decision));
  return seeds;
}

}  // namespace fft::rtc
