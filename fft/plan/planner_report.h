// The decisions of the planner with their reasons: the schemes that it considered for every
// transform of the tree.
#ifndef FFT_PLAN_PLANNER_REPORT_H_
#define FFT_PLAN_PLANNER_REPORT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fft/base/json_fwd.h"
#include "fft/tree/plan_node.h"

namespace fft {

// A scheme that was tried for a transform. For example, a length that is no prime has {.scheme =
// SchemeKind::kRader, .refusal = "..."}.
struct ConsideredScheme {
  SchemeKind scheme{};
  bool is_accepted = false;
  double seconds = 0;   // predicted for the scheme's best tree, if the scheme is accepted
  std::string refusal;  // the reason, if the scheme is not accepted
  // The predicted seconds of its best tree after buffers are assigned. Only the trees of the whole
  // problem that fft/exec/choose_tree.h compares have them.
  std::optional<double> assigned_seconds;
  friend bool operator==(const ConsideredScheme&, const ConsideredScheme&) = default;
};

// The schemes that were considered for one transform, and the chosen one.
struct SchemeDecision {
  std::string transform;                     // "[1024:1:1] x[10:1024:1024]"
  std::vector<ConsideredScheme> considered;  // in the order of the tries
  SchemeKind chosen{};
  friend bool operator==(const SchemeDecision&, const SchemeDecision&) = default;
};

// A tree that was not chosen although its kernels are predicted to take less time, with buffers
// assigned, than the kernels of the chosen tree.
struct FasterTree {
  SchemeKind scheme{};
  double seconds = 0;         // predicted for the tree's kernels
  double chosen_seconds = 0;  // predicted for the chosen tree's kernels
  // The seconds that the schemes of each tree add to the prices of their kernels.
  double extra_seconds = 0, chosen_extra_seconds = 0;
  friend bool operator==(const FasterTree&, const FasterTree&) = default;
};

struct PlannerReport {
  // The whole problem's decision stands first. Each transform stands before its parts, and parts
  // stand in the order in which they run.
  std::vector<SchemeDecision> decisions;
  int64_t max_plan_work = 0;         // PlanOptions::max_plan_work
  bool is_cut_short = false;         // the work was used up: some parts took the first plan found
  std::optional<FasterTree> faster;  // the fastest tree of this kind, if there is one
  friend bool operator==(const PlannerReport&, const PlannerReport&) = default;
};

// Why the planner was cut short; empty where it was not.
std::string WhyCutShort(const PlannerReport& report);

// Why a faster tree was not chosen; empty where the fastest tree was chosen.
std::string WhyNotFastest(const PlannerReport& report);

// The JSON {cut_short, not_fastest, decisions: [{transform, chosen, considered: [{scheme, accepted,
// microseconds, assigned_microseconds, refusal}]}]}. A member without a value is null.
Json ToJson(const PlannerReport& report);

// The events of planning for a trace, each a subject with its facts. The subjects are "refused",
// "accepted" and "chosen" for each transform, then "not fastest" and "cut short".
std::vector<std::pair<std::string, Json>> EventsOf(const PlannerReport& report);

}  // namespace fft

#endif  // FFT_PLAN_PLANNER_REPORT_H_
