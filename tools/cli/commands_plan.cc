// Commands about plans: plan, candidates.
#include <climits>

#include "fft/base/status.h"
#include "tools/cli/commands.h"
#include "tools/cli/plan_text.h"
#include "tools/cli/target_choice.h"

namespace fft::cli {

absl::Status RunPlan(const Flags& flags, std::ostream& out) {
  FFT_ASSIGN_OR_RETURN(const int64_t candidates, flags.GetInt("candidates", 5, 0, INT_MAX));
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
  FFT_ASSIGN_OR_RETURN(const PlanDescription plan, PlanToken(flags));
  if (flags.Has("json")) {
    Json candidates = Json::array();
    for (const Candidate& candidate : plan.search.candidates) {
      candidates.push_back(ToJson(candidate));
    }
    out << candidates.dump(2) << "\n";
    return absl::OkStatus();
  }
  out << CandidatesText(plan.search, INT_MAX);
  for (size_t i = 1; i < plan.search.candidates.size(); ++i) {
    out << (i == 1 ? "\nwhy in this order\n" : "") << "  " << i - 1 << " before " << i << ": "
        << ExplainOrder(plan.search.candidates[i - 1], plan.search.candidates[i]) << "\n";
  }
  return absl::OkStatus();
}

}  // namespace fft::cli
