// The decisions of the planner with their reasons: for every transform that it planned, the schemes
// that it considered.
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

// A scheme that was tried for a transform. For example, {.scheme = SchemeKind::kRader, .refusal =
// "..."} for a length that is no prime.
struct ConsideredScheme {
  SchemeKind scheme{};
  bool is_accepted = false;
  double seconds = 0;   // predicted for its best tree, where it is accepted
  std::string refusal;  // the reason, where it is not accepted
  // Seconds of the best tree once buffers are assigned, for those trees of the whole problem that
  // were compared so (fft/exec/choose_tree.h).
  std::optional<double> assigned_seconds;
  friend bool operator==(const ConsideredScheme&, const ConsideredScheme&) = default;
};

struct SchemeDecision {
  std::string transform;                     // "[1024:1:1] x[10:1024:1024]"
  std::vector<ConsideredScheme> considered;  // in the order of the tries
  SchemeKind chosen{};
  friend bool operator==(const SchemeDecision&, const SchemeDecision&) = default;
};

// A tree that was passed over although its kernels are predicted to take less time, in their
// buffers, than those of the tree that was chosen.
struct FasterTree {
  SchemeKind scheme{};
  double seconds = 0;         // of its kernels
  double chosen_seconds = 0;  // of the kernels of the tree that was chosen
  // What the schemes of either are charged beyond their kernels.
  double extra_seconds = 0, chosen_extra_seconds = 0;
  friend bool operator==(const FasterTree&, const FasterTree&) = default;
};

struct PlannerReport {
  // The whole problem first; each transform before its parts, in the order in which they run.
  std::vector<SchemeDecision> decisions;
  int64_t max_plan_work = 0;         // PlanOptions::max_plan_work
  bool is_cut_short = false;         // the work was used up: parts took the first plan that works
  std::optional<FasterTree> faster;  // the fastest of those
  friend bool operator==(const PlannerReport&, const PlannerReport&) = default;
};

// Why the planner was cut short; empty where it was not.
std::string WhyCutShort(const PlannerReport& report);

// What overruled the price of a faster tree; empty where the fastest was chosen.
std::string WhyNotFastest(const PlannerReport& report);

// {cut_short, not_fastest, decisions: [{transform, chosen, considered: [{scheme, accepted,
// microseconds, assigned_microseconds, refusal}]}]}; null where there is none.
Json ToJson(const PlannerReport& report);

// The decisions in the order in which they came about, as subjects and facts: "refused", "accepted"
// and "chosen" for each transform, "not fastest" and "cut short".
std::vector<std::pair<std::string, Json>> EventsOf(const PlannerReport& report);

}  // namespace fft

#endif  // FFT_PLAN_PLANNER_REPORT_H_
