// Commands about plans: plan, candidates.
#include <algorithm>
#include <climits>
#include <vector>

#include "fft/assign/ranking.h"
#include "fft/base/json.h"
#include "fft/base/status.h"
#include "fft/exec/measured_candidate.h"
#include "tools/cli/commands.h"
#include "tools/cli/plan_text.h"
#include "tools/cli/target_choice.h"

namespace fft::cli {

namespace {

// The candidates of several trees.
absl::Status RunTrees(const Flags& flags, int64_t first, std::ostream& out) {
  ReportLimits limits;
  FFT_ASSIGN_OR_RETURN(limits.trees, flags.GetInt("trees", 1, 1, kMostTrees));
  limits.candidates = first;
  limits.alternatives = 0;
  FFT_ASSIGN_OR_RETURN(const PlanReport report, ReportToken(flags, limits));
  if (flags.Has("json")) {
    out << ToJson(report).dump(2) << "\n";
  } else {
    out << DescribeProblem(report.problem) << ", for " << report.target << ": "
        << CandidatesOf(report) << " assignments of " << report.trees.size()
        << " trees, by predicted time\n"
        << RankedText(report, static_cast<int>(first)) << "\n";
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status RunPlan(const Flags& flags, std::ostream& out) {
  FFT_ASSIGN_OR_RETURN(const int64_t candidates, flags.GetInt("candidates", 5, 0, INT_MAX));
  if (flags.Has("report")) {
    FFT_ASSIGN_OR_RETURN(const PlanReport report, ReportToken(flags, {}));
    out << ToJson(report).dump(2) << "\n";
    return absl::OkStatus();
  }
  FFT_ASSIGN_OR_RETURN(const PlanDescription plan, PlanToken(flags));
  if (flags.Has("json")) {
    out << ToJson(plan).dump(2) << "\n";
  } else {
    out << PlanText(plan, static_cast<int>(candidates));
  }
  return absl::OkStatus();
}

absl::Status RunCandidates(const Flags& flags, std::ostream& out) {
  if (flags.Has("measure")) return RunMeasuredCandidates(flags, out);
  FFT_ASSIGN_OR_RETURN(const int64_t first, flags.GetInt("first", 20, 1, INT_MAX));
  if (flags.Has("trees")) return RunTrees(flags, first, out);
  FFT_ASSIGN_OR_RETURN(const PlanDescription plan, PlanToken(flags));
  if (flags.Has("json")) {
    Json candidates = Json::array();
    for (const Candidate& candidate : plan.search.candidates) {
      if (!flags.Has("first") || std::ssize(candidates) < first) {
        candidates.push_back(ToJson(candidate));
      }
    }
    out << candidates.dump(2) << "\n";
    return absl::OkStatus();
  }
  const std::vector<Candidate>& candidates = plan.search.candidates;
  out << DescribeProblem(plan.problem) << ", for " << plan.target.name << ": " << candidates.size()
      << " assignments of " << ToString(plan.tree.scheme) << "\n"
      << CutShortText(plan.planner) << CandidatesText(plan.search, static_cast<int>(first)) << "\n"
      << CandidatesLegend();
  const int64_t explained = std::min<int64_t>(first, std::ssize(candidates));
  for (int64_t i = 1; i < explained; ++i) {
    out << (i == 1 ? "\nwhy in this order\n" : "") << "  " << i - 1 << " before " << i << ": "
        << ExplainOrder(candidates[i - 1], candidates[i], plan.options.strategy) << "\n";
  }
  return absl::OkStatus();
}

}  // namespace fft::cli
