#include "fft/exec/plan_report.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "fft/assign/shims/shim.h"
#include "fft/base/float_state.h"
#include "fft/base/out_of_memory.h"
#include "fft/base/status.h"
#include "fft/choice/other_kernels.h"
#include "fft/exec/describe_plans.h"
#include "fft/exec/pipeline.h"

namespace fft {
namespace {

std::vector<KernelReport> KernelsOf(const PlanDescription& plan, int alternatives) {
  std::vector<KernelReport> reports;
  const std::vector<const PlanNode*> leaves = Leaves(plan.tree);
  const std::vector<Step>& steps = plan.chosen().steps;
  for (size_t i = 0; i < plan.kernels.size(); ++i) {
    const kernels::PlannedKernel& kernel = plan.kernels[i];
    const Step& step = steps[i];
    KernelReport report;
    report.name = kernel.name;
    report.leaf = step.leaf;
    report.leaf_count = step.leaf_count;
    report.shim = step.shim;
    report.choice = *step.kernel;
    report.bytes_moved = kernel.bytes_moved;
    report.flops = kernel.flops;
    if (alternatives > 0) {
      const PlanNode node = KernelNode(leaves, step);
      report.alternatives = OtherKernels(
          {node, plan.target, plan.problem.precision, step.axes, step.loops, step.row_steps,
           step.twiddle_steps, nullptr, step.in_place, IndependentRows(plan.problem, plan.options),
           PrecisionOf(plan.problem, step.in.buffer), PrecisionOf(plan.problem, step.out.buffer)},
          report.choice, static_cast<size_t>(alternatives));
    }
    reports.push_back(std::move(report));
  }
  return reports;
}

TreeReport TreeOf(const NamedPlan& named, const ReportLimits& limits) {
  const PlanDescription& plan = *named.plan;
  TreeReport report;
  report.words = named.words;
  report.tree = ToString(plan.tree);
  report.candidate = plan.candidate;
  report.seconds = plan.chosen().seconds;
  report.workspace_bytes = plan.workspace_bytes();
  report.planner = plan.planner;
  report.search = ReportOf(plan.search, plan.options.strategy, limits.candidates);
  report.kernels = KernelsOf(plan, limits.alternatives);
  return report;
}

// Returns the candidates of all trees, cheapest first. Candidates of the same price are ordered by
// tree, and then by rank.
std::vector<RankedCandidate> RankTogether(const std::vector<TreeReport>& trees) {
  std::vector<RankedCandidate> ranked;
  for (size_t tree = 0; tree < trees.size(); ++tree) {
    for (const CandidateReport& candidate : trees[tree].search.candidates) {
      ranked.push_back({static_cast<int>(tree), candidate.candidate, candidate.seconds});
    }
  }
  std::stable_sort(
      ranked.begin(), ranked.end(),
      [](const RankedCandidate& a, const RankedCandidate& b) { return a.seconds < b.seconds; });
  return ranked;
}

PlanReport ReportOfAll(const std::vector<NamedPlan>& plans, const ReportLimits& limits) {
  const PlanDescription& chosen = *plans.front().plan;
  PlanReport report;
  report.problem = chosen.problem;
  report.token = ToToken(chosen.problem);
  report.target = chosen.target.name;
  for (const kernels::PlannedKernel& kernel : chosen.kernels) report.kernels.push_back(kernel.name);
  report.workspace_bytes = chosen.workspace_bytes();
  report.candidate = chosen.candidate;
  report.candidates = static_cast<int64_t>(chosen.search.candidates.size());
  report.truncated = chosen.search.truncated;
  for (const NamedPlan& named : plans) {
    report.trees.push_back(TreeOf(named, limits));
    report.plans.push_back(named.plan);
  }
  report.ranked = RankTogether(report.trees);
  return report;
}

}  // namespace

PlanReport ReportOf(std::shared_ptr<const PlanDescription> plan, const ReportLimits& limits) {
  return ReportOfAll({{"chosen", std::move(plan)}}, limits);
}

PlanReport ReportOf(const PlanDescription& plan) {
  return ReportOf(std::make_shared<const PlanDescription>(plan));
}

absl::StatusOr<PlanReport> ReportPlans(const Problem& problem, const Target& target,
                                       const PlanOptions& options, const ReportLimits& limits) {
  if (limits.candidates < 1) {
    return InvalidField("limits.candidates", absl::StrCat(limits.candidates), "1 or more");
  }
  const DefaultFloatState state;
  return CatchOutOfMemory([&]() -> absl::StatusOr<PlanReport> {
    FFT_ASSIGN_OR_RETURN(const std::vector<NamedPlan> plans,
                         DescribePlans(problem, target, options, limits.trees));
    return ReportOfAll(plans, limits);
  });
}

absl::StatusOr<std::shared_ptr<const PlanDescription>> SelectPlan(const PlanReport& report,
                                                                  int rank) {
  const int count = static_cast<int>(report.ranked.size());
  if (rank < 0 || rank >= count) {
    return InvalidField("rank", absl::StrCat(rank), absl::StrCat("0 to ", count - 1));
  }
  const RankedCandidate& wanted = report.ranked[rank];
  const std::shared_ptr<const PlanDescription>& plan = report.plans[wanted.tree];
  if (plan->candidate == wanted.candidate) return plan;
  FFT_ASSIGN_OR_RETURN(PlanDescription made, WithCandidate(*plan, wanted.candidate));
  return std::make_shared<const PlanDescription>(std::move(made));
}

}  // namespace fft
