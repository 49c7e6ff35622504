// `fft plan` and `fft candidates`.
#include <algorithm>
#include <climits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/assign/ranking.h"
#include "fft/base/json.h"
#include "fft/base/status.h"
#include "fft/core/chain.h"
#include "fft/exec/describe_chain.h"
#include "fft/exec/measured_candidate.h"
#include "tools/cli/commands.h"
#include "tools/cli/plan_options.h"
#include "tools/cli/plan_text.h"
#include "tools/cli/target_choice.h"
#include "tools/cli/text_table.h"

namespace fft::cli {

namespace {

// Prints the candidates of several trees, ranked together.
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

// Returns the words that say what a chain computes.
std::string WorkOf(const Chain& chain) {
  const char* const elements = IsReal(chain) ? "reals" : "complex numbers";
  if (chain.adds_frames) {
    const int64_t hop = chain.arrays.output.distance;
    return absl::StrCat(StoredSamples(chain).count, " ", elements, " of ", chain.arrays.batch,
                        " frames of ", FrameSamples(chain), " samples, one every ", hop,
                        ", times a window",
                        chain.normalizes ? ", divided by the sum of its squares" : "");
  }
  return absl::StrCat(chain.conjugates ? "correlations" : "convolutions", " of ", elements,
                      " with ", chain.spectra, chain.spectra == 1 ? " spectrum" : " spectra",
                      " of ", SpectrumElements(chain), " elements");
}

// Returns the facts about a chain that are printed before its plans.
std::string ChainHead(const ChainDescription& made) {
  const Chain& chain = made.chain;
  TextTable head({"", ""});
  head.Add({"chain", ToToken(chain)});
  head.Add({"computes", WorkOf(chain)});
  head.Add({"plans", made.is_whole() ? "1, the whole chain"
                     : chain.adds_frames
                         ? "2, the frames' transform and their addition"
                         : "2, forth and back; the first one's last kernel multiplies"});
  head.Add(
      {"workspace", absl::StrCat(FormatBytes(made.workspace_bytes()), ", ",
                                 FormatBytes(made.between_bytes()), " of it between the plans")});
  return head.ToString();
}

absl::Status RunChain(const Flags& flags, int candidates, std::ostream& out) {
  FFT_ASSIGN_OR_RETURN(const Chain chain, ParseChainToken(flags.positional()[0]));
  FFT_ASSIGN_OR_RETURN(const Target target, ChooseTarget(flags));
  FFT_ASSIGN_OR_RETURN(const PlanOptions options, ChooseOptions(flags));
  FFT_ASSIGN_OR_RETURN(const ChainDescription made, DescribeChain(chain, target, options));
  Json plans = Json::array();
  if (!flags.Has("json")) out << ChainHead(made);
  for (const PlanDescription& part : made.parts) {
    if (flags.Has("json")) {
      plans.push_back(ToJson(part));
    } else {
      out << "\n" << PlanText(part, candidates);
    }
  }
  if (flags.Has("json")) {
    out << Json{{"chain", ToToken(made.chain)}, {"plans", plans}}.dump(2) << "\n";
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
  if (IsChainToken(flags.positional()[0])) {
    return RunChain(flags, static_cast<int>(candidates), out);
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
