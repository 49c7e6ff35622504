#include "fft/exec/report.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "fft/base/json.h"
#include "fft/base/status.h"
#include "fft/exec/context.h"
#include "fft/exec/kernel_build.h"
#include "fft/exec/pipeline.h"
#include "fft/exec/plan_report.h"

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

// The plan without the candidates that the search did not choose.
Json Describe(const PlanDescription& plan) {
  Json kernels = Json::array();
  for (const codegen::PlannedKernel& kernel : plan.kernels) kernels.push_back(ToJson(kernel));
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

}  // namespace

PlanReport ReportOf(const Plan& plan) {
  PlanReport report = ReportOf(plan.description());
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

absl::StatusOr<std::string> CandidatesJson(const Plan& plan, int64_t limit) {
  if (limit < 0) return InvalidField("limit", absl::StrCat(limit), "0 or more");
  const PlanDescription& description = plan.description();
  const std::vector<Candidate>& all = description.search.candidates;
  const size_t count = limit == 0 ? all.size() : std::min(all.size(), static_cast<size_t>(limit));
  Json candidates = Json::array();
  for (size_t i = 0; i < count; ++i) candidates.push_back(ToJson(all[i]));
  return Json{{"schema", "fft.candidates/1"},
              {"token", ToToken(description.problem)},
              {"chosen", description.candidate},
              {"total", all.size()},
              {"truncated", description.search.truncated},
              {"candidates", candidates}}
      .dump(1);
}

absl::StatusOr<std::string> SourcesJson(const Plan& plan) {
  const PlanDescription& description = plan.description();
  Json sources = Json::array();
  for (const auto* kernels : {&description.kernels, &description.callback_kernels}) {
    for (const codegen::PlannedKernel& kernel : *kernels) {
      FFT_ASSIGN_OR_RETURN(const std::string source, SourceOf(kernel, description.target));
      sources.push_back({{"name", kernel.name},
                         {"leaf", kernel.leaf},
                         {"callbacks", kernels == &description.callback_kernels},
                         {"dialect", ToString(description.target.dialect)},
                         {"source", source}});
    }
  }
  return Json{
      {"schema", "fft.sources/1"}, {"token", ToToken(description.problem)}, {"kernels", sources}}
      .dump(1);
}

}  // namespace fft
