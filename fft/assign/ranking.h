// The order of candidates: one list of criteria for each strategy, used to compare and to explain.
#ifndef FFT_ASSIGN_RANKING_H_
#define FFT_ASSIGN_RANKING_H_

#include <string>
#include <vector>

#include "fft/assign/placement.h"
#include "fft/plan/plan_options.h"

namespace fft {

// A figure that candidates are ranked by.
struct Criterion {
  const char* name;         // key in JSON: "in_place"
  const char* label;        // for people: "In-place steps"
  const char* comparative;  // "more in-place steps"
  bool more_is_better;
  int64_t (*value)(const Candidate&);
};

// The criteria of a strategy, in its order. The same list ranks candidates, explains their order
// and is shown to people. kMostFusion has the criteria of rocFFT's buffer assignment design (more
// fused kernels, fewer buffers, more padded reads and writes, more in-place steps, fewer type
// changes), then less workspace, fewer writes to the user's input and less predicted time.
// kBalanced first asks whether TEMP1 is used. kFewestBuffers begins with buffers and workspace,
// kFastest with the predicted time.
const std::vector<Criterion>& CriteriaOf(Strategy strategy);

// A strategy that compares by every criterion.
inline constexpr Strategy kEveryCriterion = Strategy::kBalanced;

// The first criterion of the strategy in which the candidates differ; null when they differ in
// none.
const Criterion* DecidingCriterion(const Candidate& a, const Candidate& b, Strategy strategy);

// True when candidate `a` ranks before `b`. Equal figures are ordered by the choices of the
// steps, so no two candidates of a plan are equal.
bool RanksBefore(const Candidate& a, const Candidate& b, Strategy strategy = Strategy::kBalanced);

// Why candidate `a` ranks before `b`, such as "fewer buffers: 2 against 3".
std::string ExplainOrder(const Candidate& a, const Candidate& b,
                         Strategy strategy = Strategy::kBalanced);

// The choices of a path as text, such as "0+1 none TEMP0 CI {64:1}; 1+1 none USER_OUT CI {64:1}; ":
// the first leaf, the number of leaves and the shim of each step, and where its output lies. Only
// equal choices have equal texts.
std::string DescribeAssignment(const std::vector<Step>& steps);

// Compares two paths by the choices of each step (leaves, shim, buffer, format, padding, layout).
// The first difference decides. Negative when `a` comes first, 0 when the paths are equal, else
// positive.
int CompareChoices(const std::vector<const Step*>& a, const std::vector<const Step*>& b);

}  // namespace fft

#endif  // FFT_ASSIGN_RANKING_H_
