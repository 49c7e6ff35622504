// `fft candidates --measure`: prints the predicted rank and the measured rank of candidates.
#include <algorithm>
#include <climits>
#include <numeric>

#include "absl/strings/str_cat.h"
#include "fft/assign/ranking.h"
#include "fft/base/json.h"
#include "fft/base/status.h"
#include "fft/exec/context.h"
#include "fft/exec/measured_candidate.h"
#include "fft/exec/pipeline.h"
#include "fft/exec/trace.h"
#include "tools/cli/commands.h"
#include "tools/cli/plan_options.h"
#include "tools/cli/plan_text.h"
#include "tools/cli/target_choice.h"
#include "tools/cli/text_table.h"

namespace fft::cli {
namespace {

// Returns the measured rank of each candidate, 0 for the fastest.
std::vector<int> Ranks(const std::vector<MeasuredCandidate>& rows) {
  std::vector<int> order(rows.size()), ranks(rows.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&rows](int a, int b) { return rows[a].milliseconds < rows[b].milliseconds; });
  for (size_t i = 0; i < order.size(); ++i) ranks[order[i]] = static_cast<int>(i);
  return ranks;
}

Json MeasuredJson(const PlanDescription& plan, const std::vector<MeasuredCandidate>& rows) {
  const std::vector<int> ranks = Ranks(rows);
  Json list = Json::array();
  for (size_t i = 0; i < rows.size(); ++i) {
    const Candidate& candidate = plan.search.candidates[rows[i].candidate];
    list.push_back({{"candidate", rows[i].candidate},
                    {"measured_rank", ranks[i]},
                    {"milliseconds", rows[i].milliseconds},
                    {"predicted_milliseconds", candidate.seconds * 1e3},
                    {"bytes_moved", candidate.bytes_moved},
                    {"workspace_bytes", candidate.workspace_bytes},
                    {"assignment", DescribeAssignment(candidate.steps)}});
  }
  return list;
}

std::string MeasuredText(const PlanDescription& plan, const std::vector<MeasuredCandidate>& rows) {
  const std::vector<int> ranks = Ranks(rows);
  TextTable table({"candidate", "rank by time", "time", "predicted", "moved", "workspace", "fused",
                   "padded", "data goes through"});
  for (size_t i = 0; i < rows.size(); ++i) {
    const Candidate& candidate = plan.search.candidates[rows[i].candidate];
    table.Add({absl::StrCat(rows[i].candidate), absl::StrCat(ranks[i] + 1),
               FormatMilliseconds(rows[i].milliseconds),
               FormatMilliseconds(candidate.seconds * 1e3), FormatBytes(candidate.bytes_moved),
               FormatBytes(candidate.workspace_bytes), absl::StrCat(candidate.scores.fused),
               absl::StrCat(candidate.scores.padded), RouteText(candidate)});
  }
  return table.ToString(2);
}

Json TreesJson(const TuningReport& tuning) {
  Json list = Json::array();
  const auto add = [&list](const std::string& tree, const std::vector<MeasuredCandidate>& rows) {
    for (const MeasuredCandidate& row : rows) {
      list.push_back(
          {{"tree", tree}, {"candidate", row.candidate}, {"milliseconds", row.milliseconds}});
    }
  };
  add("chosen", tuning.measured);
  for (const TimedTree& tree : tuning.other_trees) {
    add(tree.words, tree.measured);
    if (tree.measured.empty()) list.push_back({{"tree", tree.words}, {"refusal", tree.refusal}});
  }
  return {{"timed", list},
          {"tree", tuning.tree},
          {"candidate", *tuning.stored},
          {"seconds", tuning.seconds},
          {"out_of_time", tuning.out_of_time}};
}

std::string TreesText(const TuningReport& tuning) {
  TextTable table({"tree", "candidate", "time"});
  const auto add = [&table](const std::string& tree, const std::vector<MeasuredCandidate>& rows) {
    for (const MeasuredCandidate& row : rows) {
      table.Add({tree, absl::StrCat(row.candidate), FormatMilliseconds(row.milliseconds)});
    }
  };
  add("chosen", tuning.measured);
  for (const TimedTree& tree : tuning.other_trees) {
    add(tree.words, tree.measured);
    if (tree.measured.empty()) table.Add({tree.words, "", tree.refusal});
  }
  return table.ToString(2);
}

// Measures candidates of the planner's tree and of other trees by Rigor::kMeasure.
absl::Status RunMeasuredTrees(const Flags& flags, const Problem& problem, PlanOptions options,
                              Context* context, std::ostream& out) {
  FFT_ASSIGN_OR_RETURN(const int64_t trees, flags.GetInt("trees", 1, 1, kMostTrees));
  FFT_ASSIGN_OR_RETURN(const int64_t first, flags.GetInt("first", 10, 1, INT_MAX));
  FFT_ASSIGN_OR_RETURN(const int64_t seconds, flags.GetInt("seconds", 10, 0, INT_MAX));
  options.rigor = Rigor::kMeasure;
  options.measured_trees = static_cast<int>(trees) - 1;
  options.measured_candidates = static_cast<int>(first);
  options.measure_seconds = static_cast<double>(seconds);
  Trace trace;
  FFT_ASSIGN_OR_RETURN(const auto plan, context->MakePlan(problem, options, &trace));
  const TuningReport& tuning = trace.tuning;
  if (flags.Has("json")) {
    out << TreesJson(tuning).dump(2) << "\n";
    return absl::OkStatus();
  }
  out << "on " << context->device().name() << (tuning.out_of_time ? ", until time was up" : "")
      << "\n"
      << TreesText(tuning) << "\nfastest: " << tuning.tree << ", candidate " << *tuning.stored
      << ", " << ToString(plan->description().tree.scheme) << "\n";
  return absl::OkStatus();
}

}  // namespace

absl::Status RunMeasuredCandidates(const Flags& flags, std::ostream& out) {
  if (flags.Has("target")) {
    return InvalidField("--target", flags.Get("target"),
                        "nothing with --measure, which plans for the device it measures on");
  }
  FFT_ASSIGN_OR_RETURN(const int64_t first, flags.GetInt("first", 10, 1, INT_MAX));
  FFT_ASSIGN_OR_RETURN(const Problem problem, ReadProblem(flags.positional()[0]));
  FFT_ASSIGN_OR_RETURN(const PlanOptions options, ChooseOptions(flags));
  ContextOptions environment = ReadEnvironment();
  environment.device = flags.Get("device", environment.device);
  // Without a cache no choice is known, so the candidates are measured.
  if (flags.Has("trees")) environment.cache_path.clear();
  FFT_ASSIGN_OR_RETURN(const std::shared_ptr<Context> context, Context::Create(environment));
  if (flags.Has("trees")) return RunMeasuredTrees(flags, problem, options, context.get(), out);
  FFT_ASSIGN_OR_RETURN(const PlanDescription plan,
                       DescribePlan(problem, context->target(), options));
  FFT_ASSIGN_OR_RETURN(const std::vector<MeasuredCandidate> rows,
                       context->MeasureCandidates(problem, options, static_cast<int>(first)));
  if (flags.Has("json")) {
    out << MeasuredJson(plan, rows).dump(2) << "\n";
  } else {
    out << "on " << context->device().name() << ", the first " << rows.size() << " of "
        << plan.search.candidates.size() << " assignments\n"
        << MeasuredText(plan, rows);
  }
  return absl::OkStatus();
}

}  // namespace fft::cli
