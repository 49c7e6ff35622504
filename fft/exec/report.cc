#include "fft/exec/report.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "fft/base/json.h"
#include "fft/base/status.h"
#include "fft/exec/context.h"
#include "fft/exec/describe_decided.h"
#include "fft/exec/kernel_build.h"
#include "fft/exec/pipeline.h"
#include "fft/exec/plan_report.h"
#include "fft/exec/sources.h"

namespace fft {
namespace {

Json BuildsOf(const Plan& plan) {
  Json builds = Json::array();
  for (const KernelBuild& build : plan.builds()) {
    builds.push_back({{"name", build.name},
                      {"origin", build.origin},
                      {"milliseconds", build.milliseconds},
                      {"code_bytes", build.code_bytes}});
  }
  return builds;
}

// Describes the plan, but of the search's candidates only the chosen one.
Json Describe(const PlanDescription& plan) {
  Json kernels = Json::array();
  for (const kernels::PlannedKernel& kernel : plan.kernels) kernels.push_back(ToJson(kernel));
  return {{"schema", "fft.plan_summary/1"},
          {"token", ToToken(plan.problem)},
          {"problem", ToJson(plan.problem)},
          {"target", ToJson(plan.target)},
          {"tree", ToJson(plan.tree)},
          {"candidate", plan.candidate},
          {"candidates", plan.search.candidates.size()},
          {"assignment", ToJson(plan.chosen())},
          {"kernels", kernels}};
}

absl::StatusOr<PlanDescription> DescribeFor(const std::string& target, const Problem& problem,
                                            const PlanOptions& options) {
  FFT_ASSIGN_OR_RETURN(const Target found, FindTarget(target));
  return DescribePlan(problem, found, options);
}

// Writes the sources. If `compiled` is given, each source says whether a compiler of the dialect
// `compiled` gets it.
absl::StatusOr<std::string> SourcesText(const PlanDescription& plan,
                                        std::optional<Dialect> compiled) {
  FFT_ASSIGN_OR_RETURN(const std::vector<CodeSources> sources, SourcesOf(plan));
  Json kernels = Json::array();
  for (const CodeSources& code : sources) {
    for (const SourceForm& form : code.forms) {
      Json json = {{"name", code.name},
                   {"leaf", code.leaf},
                   {"callbacks", code.callbacks},
                   {"relay", code.relay.empty() ? Json(nullptr) : Json(code.relay)},
                   {"dialect", ToString(form.dialect)},
                   {"language", LanguageOf(form.text)},
                   {"source", form.text}};
      if (compiled) json["compiled"] = code.runs() && &form == &FormFor(code.forms, *compiled);
      kernels.push_back(std::move(json));
    }
  }
  return Json{{"schema", "fft.sources/1"},
              {"token", ToToken(plan.problem)},
              {"target", plan.target.name},
              {"kernels", std::move(kernels)}}
      .dump(1);
}

}  // namespace

PlanReport ReportOf(const Plan& plan) {
  PlanReport report = ReportOf(plan.description());
  report.trees.front().planner = FullPlannerReport(plan.description());
  report.workspace_bytes = plan.workspace_bytes();  // 0 where the plan owns it
  return report;
}

absl::StatusOr<PlanReport> ReportFor(const std::string& target, const Problem& problem,
                                     const PlanOptions& options) {
  return ReportFor(target, problem, options, {});
}

absl::StatusOr<PlanReport> ReportFor(const std::string& target, const Problem& problem,
                                     const PlanOptions& options, const ReportLimits& limits) {
  FFT_ASSIGN_OR_RETURN(const Target found, FindTarget(target));
  return ReportPlans(problem, found, options, limits);
}

std::string DescriptionJson(const PlanDescription& plan) { return Describe(plan).dump(1); }

std::string DescriptionJson(const Plan& plan) {
  Json made = Describe(plan.description());
  made["workspace_bytes"] = plan.workspace_bytes();
  made["builds"] = BuildsOf(plan);
  return made.dump(1);
}

absl::StatusOr<std::string> CandidatesJson(const PlanDescription& plan, int64_t limit) {
  if (limit < 0) return InvalidField("limit", absl::StrCat(limit), "0 or more");
  const std::vector<Candidate>& all = plan.search.candidates;
  const size_t count = limit == 0 ? all.size() : std::min(all.size(), static_cast<size_t>(limit));
  Json candidates = Json::array();
  for (size_t i = 0; i < count; ++i) candidates.push_back(ToJson(all[i]));
  return Json{{"schema", "fft.candidates/1"},       {"token", ToToken(plan.problem)},
              {"chosen", plan.candidate},           {"total", all.size()},
              {"truncated", plan.search.truncated}, {"candidates", candidates}}
      .dump(1);
}

absl::StatusOr<std::string> CandidatesJson(const Plan& plan, int64_t limit) {
  return CandidatesJson(plan.description(), limit);
}

absl::StatusOr<std::string> SourcesJson(const PlanDescription& plan) {
  return SourcesText(plan, std::nullopt);
}

absl::StatusOr<std::string> SourcesJson(const Plan& plan) {
  return SourcesText(plan.description(), plan.source_dialect());
}

absl::StatusOr<std::string> DescriptionJson(const std::string& target, const Problem& problem,
                                            const PlanOptions& options) {
  FFT_ASSIGN_OR_RETURN(const PlanDescription plan, DescribeFor(target, problem, options));
  return DescriptionJson(plan);
}

absl::StatusOr<std::string> CandidatesJson(const std::string& target, const Problem& problem,
                                           const PlanOptions& options, int64_t limit) {
  FFT_ASSIGN_OR_RETURN(const PlanDescription plan, DescribeFor(target, problem, options));
  return CandidatesJson(plan, limit);
}

absl::StatusOr<std::string> SourcesJson(const std::string& target, const Problem& problem,
                                        const PlanOptions& options) {
  FFT_ASSIGN_OR_RETURN(const PlanDescription plan, DescribeFor(target, problem, options));
  return SourcesJson(plan);
}

}  // namespace fft
